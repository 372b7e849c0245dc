//! Cuts what is to be stored into batches of bounded size, so that no transaction delays others for
//! long.

/// Bytes of text that are stored in one transaction.
const BYTES_MAX: usize = 1024 * 1024;

/// Cuts a list into batches of at most `items_max` items and, but for single items that are larger,
/// 1 MiB, `size` being the bytes of an item.
pub(crate) fn batches<T>(
    items: Vec<T>,
    items_max: usize,
    size: impl Fn(&T) -> usize,
) -> Vec<Vec<T>> {
    batches_by_weight(items, items_max, BYTES_MAX, size)
}

/// Cuts a list into batches of at most `items_max` items that weigh at most `weight_max` together,
/// but for single items that weigh more.
pub(crate) fn batches_by_weight<T>(
    items: Vec<T>,
    items_max: usize,
    weight_max: usize,
    weight: impl Fn(&T) -> usize,
) -> Vec<Vec<T>> {
    let mut batches = Vec::new();
    let mut batch = Vec::new();
    let mut so_far = 0;
    for item in items {
        let more = weight(&item);
        let full = batch.len() == items_max || so_far + more > weight_max;
        if full && !batch.is_empty() {
            batches.push(std::mem::take(&mut batch));
            so_far = 0;
        }
        so_far += more;
        batch.push(item);
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_keep_the_order_and_both_bounds() {
        let cut = |sizes: &[usize]| batches(sizes.to_vec(), 3, |size| *size);

        assert_eq!(cut(&[]), Vec::<Vec<usize>>::new());
        assert_eq!(cut(&[1, 2, 3, 4]), [vec![1, 2, 3], vec![4]]);
        assert_eq!(cut(&[BYTES_MAX, 1, BYTES_MAX + 1]), [[BYTES_MAX], [1], [BYTES_MAX + 1]]);
    }
}
