//! Racing: candidates are compared in the same sampled worlds, and those that have fallen behind the leader
//! by more than chance are dropped, so that the worlds go to the close ones.
//!
//! The idea is that of Hoeffding races (Maron and Moore, 1994). Because all candidates meet the same worlds,
//! the differences of their values world by world vary less than the values themselves.

/// Drops the candidates that are behind the leader, given the values of the leader.
///
/// `values` is the list of values of a candidate, one for each world.
pub(crate) fn drop_behind<C, V>(
    candidates: &mut Vec<C>,
    leader: usize,
    values: impl Fn(&mut C) -> &mut Vec<V>,
    is_behind: impl Fn(&[V], &C) -> bool,
) {
    // The values of the leader are taken out while the others are compared with it.
    let lead = std::mem::take(values(&mut candidates[leader]));
    let (mut at, mut kept, mut new_place) = (0, 0, 0);
    candidates.retain(|candidate| {
        let is_leader = at == leader;
        at += 1;
        let keep = is_leader || !is_behind(&lead, candidate);
        if is_leader {
            new_place = kept;
        }
        kept += usize::from(keep);
        keep
    });
    *values(&mut candidates[new_place]) = lead;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_candidates_behind_are_dropped_and_the_leader_keeps_its_values() {
        let mut candidates = vec![vec![1, 1], vec![4, 4], vec![9, 9], vec![8, 9]];
        drop_behind(&mut candidates, 2, |values| values, |lead, values| lead[0] - values[0] > 4);
        assert_eq!(candidates, [vec![9, 9], vec![8, 9]]);
        let mut last = vec![vec![2], vec![3]];
        drop_behind(&mut last, 1, |values| values, |_, _| false);
        assert_eq!(last, [vec![2], vec![3]]);
    }
}
