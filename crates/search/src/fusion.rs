//! Two orders of hits made one: weighted reciprocal rank fusion (Cormack, Clarke and Büttcher,
//! "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", 2009). It
//! asks only who came before whom, so that scores of different kinds need not be compared.

use std::collections::HashMap;

/// The constant of the paper: how little the first ranks stand out.
pub const RANK_CONSTANT: f32 = 60.0;

/// Hits by words vote only from this share of the best one's score on: where no rare word matches,
/// what follows is in no order worth a vote.
pub const WORD_SHARE_MIN: f32 = 0.15;

/// The sums of `weight / (60 + rank)` over the orders, ranks from 1 on.
pub(crate) fn fuse(orders: &[(f32, &[usize])]) -> HashMap<usize, f32> {
    let mut sums = HashMap::new();
    for (weight, order) in orders {
        for (rank, slot) in order.iter().enumerate() {
            *sums.entry(*slot).or_insert(0.0) += weight / (RANK_CONSTANT + (rank + 1) as f32);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_well_placed_in_both_comes_before_who_is_first_in_one() {
        let sums = fuse(&[(1.0, &[7, 8, 9]), (1.0, &[5, 8, 6])]);

        assert!(sums[&8] > sums[&7]);
        assert_eq!(sums[&7], 1.0 / 61.0);
        assert_eq!(sums.len(), 5);
    }

    #[test]
    fn the_weightier_order_decides() {
        let sums = fuse(&[(2.0, &[1, 2]), (1.0, &[2, 1])]);

        assert!(sums[&1] > sums[&2]);
    }
}
