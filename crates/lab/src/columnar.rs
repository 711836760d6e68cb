//! Rows as Parquet. The head is the metadata of the file, one entry for each of its own.
//!
//! A Parquet file ends with a table of contents, so that rows cannot be appended and an interrupted file
//! cannot be read. Files are therefore written as a whole ([`whole`](crate::whole)). In the memory, the rows are
//! lines of CSV, which the rest of the crate knows. The same rows always make the same bytes.

use crate::columns::{Column, Kind, columns, truth};
use crate::problem::{Problem, RowsFault};
use crate::rows::{self, Head, KIND};
use parquet::basic::{Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, KeyValue, RowGroupMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// The rows that are kept in memory and written together.
const GROUP: usize = 1 << 16;

/// The most rows of a group that are read. Other programs may write larger groups than this one.
const MOST_ROWS: u64 = 1 << 26;

/// The metadata with the columns of the head.
const COLUMNS: &str = "columns";

/// The values of a column.
enum Values {
    Whole(Vec<i64>),
    OptionalWhole(Vec<Option<i64>>),
    Truth(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl Values {
    fn new(kind: Kind) -> Values {
        match kind {
            Kind::Whole => Values::Whole(Vec::new()),
            Kind::OptionalWhole => Values::OptionalWhole(Vec::new()),
            Kind::Truth => Values::Truth(Vec::new()),
            Kind::Text => Values::Text(Vec::new()),
        }
    }

    /// Appends a value as CSV writes it; `None` if it is of another kind.
    fn push(&mut self, value: &str) -> Option<()> {
        match self {
            Values::Whole(numbers) => numbers.push(value.parse().ok()?),
            Values::OptionalWhole(numbers) if value.is_empty() => numbers.push(None),
            Values::OptionalWhole(numbers) => numbers.push(Some(value.parse().ok()?)),
            Values::Truth(truths) => truths.push(truth(value)?),
            Values::Text(texts) => texts.push(ByteArray::from(value)),
        }
        Some(())
    }

    /// Returns a value as CSV writes it.
    fn get(&self, at: usize) -> Result<String> {
        Ok(match self {
            Values::Whole(numbers) => numbers[at].to_string(),
            Values::OptionalWhole(numbers) => numbers[at].map_or(String::new(), |number| number.to_string()),
            Values::Truth(truths) => u8::from(truths[at]).to_string(),
            Values::Text(texts) => texts[at].as_utf8()?.to_string(),
        })
    }

    fn clear(&mut self) {
        match self {
            Values::Whole(numbers) => numbers.clear(),
            Values::OptionalWhole(numbers) => numbers.clear(),
            Values::Truth(truths) => truths.clear(),
            Values::Text(texts) => texts.clear(),
        }
    }
}

/// Writes rows.
pub(crate) struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    values: Vec<Values>,
    rows: usize,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file.
    pub(crate) fn new(out: W, head: &Head) -> Result<Writer<W>> {
        let columns = columns(head);
        let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<_>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let entry = |name: &str, value: &str| KeyValue::new(name.into(), Some(value.to_string()));
        let mut entries: Vec<KeyValue> =
            head.entries.iter().map(|(name, value)| entry(name, value)).collect();
        entries.push(entry(COLUMNS, &head.columns));
        let deal = ColumnPath::from("deal");
        let properties = WriterProperties::builder()
            .set_created_by("talon lab".into())
            .set_key_value_metadata(Some(entries))
            // Deals follow one another, so their differences take almost no space.
            .set_column_dictionary_enabled(deal.clone(), false)
            .set_column_encoding(deal, Encoding::DELTA_BINARY_PACKED)
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        let values = columns.iter().map(|column| Values::new(column.kind)).collect();
        Ok(Writer { file, values, rows: 0 })
    }

    /// Appends a row, whose values are those of CSV.
    pub(crate) fn push(&mut self, row: &[String]) -> Result<()> {
        for (values, value) in self.values.iter_mut().zip(row) {
            let wrong = || ParquetError::General(format!("{value:?} is not a value of its column"));
            values.push(value).ok_or_else(wrong)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let mut values = self.values.iter_mut();
        while let (Some(mut column), Some(values)) = (group.next_column()?, values.next()) {
            match values {
                Values::Whole(numbers) => column.typed::<Int64Type>().write_batch(numbers, None, None)?,
                Values::OptionalWhole(numbers) => {
                    // The definition level of a value is 1 if it is there, and 0 if it is missing.
                    let levels: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                    let numbers: Vec<i64> = numbers.iter().flatten().copied().collect();
                    column.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)?
                }
                Values::Truth(truths) => column.typed::<BoolType>().write_batch(truths, None, None)?,
                Values::Text(texts) => column.typed::<ByteArrayType>().write_batch(texts, None, None)?,
            };
            column.close()?;
            values.clear();
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Writes what is left, and the table of contents.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.flush()?;
        self.file.into_inner()
    }
}

/// Returns the description of a column.
fn field(column: &Column) -> Result<Type> {
    let (physical, logical) = match column.kind {
        Kind::Whole | Kind::OptionalWhole => (Physical::INT64, None),
        Kind::Truth => (Physical::BOOLEAN, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition =
        if column.kind == Kind::OptionalWhole { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Type::primitive_type_builder(&column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}

/// The rows of a file, as lines of CSV without their ends. After an error there are no more.
pub(crate) struct Reader<R: ChunkReader> {
    file: SerializedFileReader<R>,
    /// The number of bytes of the file.
    length: u64,
    columns: Vec<Column>,
    group: usize,
    values: Vec<Values>,
    rows: usize,
    at: usize,
}

impl<R: ChunkReader + 'static> Reader<R> {
    /// Opens a file and reads its head. There is no head if the file is not one of the lab.
    pub(crate) fn new(file: R) -> Result<(Option<Head>, Reader<R>)> {
        let length = file.len();
        let file = guarded(|| SerializedFileReader::new(file))?;
        let mut head = Head { entries: Vec::new(), columns: String::new() };
        for KeyValue { key, value } in
            file.metadata().file_metadata().key_value_metadata().into_iter().flatten()
        {
            let value = value.clone().unwrap_or_default();
            match key.as_str() {
                COLUMNS => head.columns = value,
                // What other programs add when they write the file again.
                "ARROW:schema" | "pandas" => {}
                _ => head.entries.push((key.clone(), value)),
            }
        }
        let columns = columns(&head);
        let schema = file.metadata().file_metadata().schema_descr();
        let names = || schema.columns().iter().map(|column| column.name());
        let is_ours =
            head.get(KIND).is_some() && names().eq(columns.iter().map(|column| column.name.as_str()));
        let reader = Reader { file, length, columns, group: 0, values: Vec::new(), rows: 0, at: 0 };
        Ok((is_ours.then_some(head), reader))
    }

    /// Reads the next group of rows; `false` if there are no more.
    fn fill(&mut self) -> Result<bool> {
        while self.at == self.rows {
            if self.group == self.file.num_row_groups() {
                return Ok(false);
            }
            check_places(self.file.metadata().row_group(self.group), self.length)?;
            let group = self.file.get_row_group(self.group)?;
            self.group += 1;
            self.at = 0;
            self.rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            self.values.clear();
            for (at, column) in self.columns.iter().enumerate() {
                let values = read(group.get_column_reader(at)?, self.rows, column)?;
                self.values.push(values);
            }
        }
        Ok(true)
    }

    fn line(&mut self) -> Result<Option<String>> {
        if !self.fill()? {
            return Ok(None);
        }
        let row = self.values.iter().map(|values| values.get(self.at)).collect::<Result<Vec<_>>>()?;
        self.at += 1;
        let mut line = String::new();
        rows::push_csv(&mut line, row);
        line.truncate(line.trim_end().len());
        Ok(Some(line))
    }
}

impl<R: ChunkReader + 'static> Iterator for Reader<R> {
    type Item = Result<String>;

    fn next(&mut self) -> Option<Result<String>> {
        let line = guarded(|| self.line());
        if line.is_err() {
            (self.at, self.rows, self.group) = (0, 0, self.file.num_row_groups());
        }
        line.transpose()
    }
}

/// Returns what a function of the Parquet library returns. If it panics, the file is damaged in a way that the
/// library does not expect.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let damaged = |_| Err(ParquetError::General("its parts contradict each other".into()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

/// Checks that the columns of a group lie within the file, which the library takes for granted.
fn check_places(group: &RowGroupMetaData, length: u64) -> Result<()> {
    let is_within = |column: &ColumnChunkMetaData| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let places = (u64::try_from(start).ok(), u64::try_from(column.compressed_size()).ok());
        matches!(places, (Some(start), Some(size)) if start.checked_add(size).is_some_and(|end| end <= length))
    };
    if group.columns().iter().all(is_within)
        && u64::try_from(group.num_rows()).is_ok_and(|rows| rows <= MOST_ROWS)
    {
        return Ok(());
    }
    Err(ParquetError::General("a column lies beyond the end of the file".into()))
}

/// Reads `rows` values of a column.
fn read(reader: ColumnReader, rows: usize, column: &Column) -> Result<Values> {
    let optional = column.kind == Kind::OptionalWhole;
    let numbers = |values: Vec<Option<i64>>| -> Result<Values> {
        Ok(if optional { Values::OptionalWhole(values) } else { Values::Whole(all(values, column)?) })
    };
    match reader {
        ColumnReader::Int64ColumnReader(reader) => numbers(optional_values(reader, rows, column)?),
        ColumnReader::Int32ColumnReader(reader) => {
            let values = optional_values(reader, rows, column)?;
            numbers(values.into_iter().map(|value| value.map(i64::from)).collect())
        }
        ColumnReader::BoolColumnReader(reader) => {
            Ok(Values::Truth(all(optional_values(reader, rows, column)?, column)?))
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            Ok(Values::Text(all(optional_values(reader, rows, column)?, column)?))
        }
        _ => Err(ParquetError::General(format!(
            "the column {} is of a kind that rows do not have",
            column.name
        ))),
    }
}

/// Reads `rows` values of a column, some of which may be missing if the file says so.
fn optional_values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    column: &Column,
) -> Result<Vec<Option<T::T>>> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    reader.read_records(rows, Some(&mut levels), None, &mut values)?;
    let found: Vec<Option<T::T>> = if levels.is_empty() {
        values.into_iter().map(Some).collect()
    } else {
        let mut values = values.into_iter();
        levels.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect()
    };
    if found.len() != rows {
        let (name, found) = (&column.name, found.len());
        return Err(ParquetError::General(format!("the column {name} has {found} of {rows} values")));
    }
    Ok(found)
}

/// Returns the values of a column in which none may be missing.
fn all<T>(values: Vec<Option<T>>, column: &Column) -> Result<Vec<T>> {
    let missing = || ParquetError::General(format!("the column {} has missing values", column.name));
    values.into_iter().collect::<Option<_>>().ok_or_else(missing)
}

/// Returns the problem of a file.
pub(crate) fn problem(path: &Path, error: ParquetError) -> Problem {
    Problem::rows(path, RowsFault::Parquet(error))
}
