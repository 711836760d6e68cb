//! Results as columns, in the layout of Apache Arrow.
//!
//! The columns are handed to `pyarrow` as they lie, and from there to every library that reads Arrow. The crates of
//! Arrow for Rust would do the same without `pyarrow`, but they bring more dependencies than the rest of Talon has.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

/// A column: its name, its type as `pyarrow` calls it, and its buffers.
pub struct Column {
    name: &'static str,
    kind: &'static str,
    /// One bit for each value that is there; `None` if all are.
    validity: Option<Vec<u8>>,
    missing: usize,
    buffers: Vec<Vec<u8>>,
}

impl Column {
    /// A column of whole numbers, all of which are there.
    pub fn wholes(name: &'static str, values: impl Iterator<Item = u64>) -> Column {
        Column::fixed(name, "uint64", values.flat_map(u64::to_le_bytes).collect())
    }

    /// A column of whole numbers that may be negative.
    pub fn signed(name: &'static str, values: impl Iterator<Item = i64>) -> Column {
        Column::fixed(name, "int64", values.flat_map(i64::to_le_bytes).collect())
    }

    /// A column of numbers.
    pub fn numbers(name: &'static str, values: impl Iterator<Item = f64>) -> Column {
        Column::fixed(name, "float64", values.flat_map(f64::to_le_bytes).collect())
    }

    /// A column of truth values.
    pub fn flags(name: &'static str, values: impl Iterator<Item = bool>) -> Column {
        Column::fixed(name, "bool_", bits(values))
    }

    /// A column of whole numbers, some of which are missing.
    pub fn some_wholes(name: &'static str, values: impl Iterator<Item = Option<u64>> + Clone) -> Column {
        let column = Column::wholes(name, values.clone().map(Option::unwrap_or_default));
        column.masked(values.map(|value| value.is_some()))
    }

    /// A column of texts, some of which may be missing.
    pub fn texts<T: AsRef<str>>(
        name: &'static str,
        values: impl Iterator<Item = Option<T>> + Clone,
    ) -> Column {
        let (mut ends, mut text) = (0i64.to_le_bytes().to_vec(), Vec::new());
        for value in values.clone() {
            text.extend_from_slice(value.as_ref().map_or(&[], |value| value.as_ref().as_bytes()));
            ends.extend((text.len() as i64).to_le_bytes());
        }
        let column = Column { buffers: vec![ends, text], ..Column::fixed(name, "large_string", Vec::new()) };
        column.masked(values.map(|value| value.is_some()))
    }

    fn fixed(name: &'static str, kind: &'static str, values: Vec<u8>) -> Column {
        Column { name, kind, validity: None, missing: 0, buffers: vec![values] }
    }

    fn masked(self, present: impl Iterator<Item = bool> + Clone) -> Column {
        let missing = present.clone().filter(|present| !present).count();
        Column { missing, validity: (missing > 0).then(|| bits(present)), ..self }
    }
}

/// Truth values as bits, the first in the lowest bit.
fn bits(values: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (i, value) in values.enumerate() {
        if i % 8 == 0 {
            bytes.push(0);
        }
        if let Some(byte) = bytes.last_mut() {
            *byte |= u8::from(value) << (i % 8);
        }
    }
    bytes
}

/// Results as columns. Any library that reads Arrow takes an object of this class itself, by its Arrow stream.
#[pyclass(name = "Frame", module = "talon", frozen, subclass)]
pub struct PyFrame {
    pub length: usize,
    columns: Vec<Column>,
}

impl PyFrame {
    pub fn new(length: usize, columns: Vec<Column>) -> PyFrame {
        PyFrame { length, columns }
    }
}

#[pymethods]
impl PyFrame {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    /// Returns the columns as a `pyarrow.Table`, without copying them twice. It needs `pyarrow`.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = PyList::empty(py);
        for column in &self.columns {
            let bytes = |buffer: &Vec<u8>| PyBytes::new(py, buffer);
            let mut buffers = vec![column.validity.as_ref().map(bytes)];
            buffers.extend(column.buffers.iter().map(|buffer| Some(bytes(buffer))));
            columns.append((column.name, column.kind, column.missing, buffers))?;
        }
        py.import("talon._arrow")?.call_method1("table", (self.length, columns))
    }

    /// Returns the columns as a `polars.DataFrame`. It needs `polars` and `pyarrow`.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("talon._arrow")?.call_method1("polars_frame", (self.to_arrow(py)?,))
    }

    /// Returns the columns as a `pandas.DataFrame`. It needs `pandas` and `pyarrow`.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("talon._arrow")?.call_method1("pandas_frame", (self.to_arrow(py)?,))
    }

    /// Returns the rows as dictionaries.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(py)?.call_method0("to_pylist")
    }

    /// Exports the columns by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(py)?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    fn __len__(&self) -> usize {
        self.length
    }
}
