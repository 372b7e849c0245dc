//! What the random numbers of the tests keep to.

use testing::chance::Chance;

#[test]
fn chance_keeps_to_its_bounds_and_to_its_seed() {
    let numbers = |seed| {
        let mut chance = Chance::of(seed);
        (0..1_000).map(|_| chance.between(3, 7)).collect::<Vec<_>>()
    };

    let some = numbers(42);

    assert!((3..=7).all(|number| some.contains(&number)));
    assert!(some.iter().all(|number| (3..=7).contains(number)));
    assert_eq!(numbers(42), some);
    assert_ne!(numbers(43), some);
    assert_eq!(numbers(0).len(), 1_000);
}
