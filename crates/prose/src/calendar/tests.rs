//! Dates as texts write them, and the weekdays that they have.

use super::*;

type Written = (Option<i64>, Option<u32>, Option<u32>, Option<u32>, &'static str);

/// Whether the dates of texts are read so.
fn assert_read(table: &[(&str, &[Written])]) {
    for &(source, wanted) in table {
        let text = Text::new(source);
        let found: Vec<_> = calendar_dates(&text)
            .into_iter()
            .map(|it| (it.year, it.month, it.day, it.weekday, it.span.of(source)))
            .collect();
        assert_eq!(found, wanted, "{source}");
    }
}

#[test]
fn dates_are_read_as_far_as_they_are_written() {
    let table: [(&str, &[Written]); 18] = [
        ("3 May. Bistritz.", &[(None, Some(5), Some(3), None, "3 May")]),
        (
            "On the third of May, 1893, he left.",
            &[(Some(1893), Some(5), Some(3), None, "the third of May, 1893")],
        ),
        (
            "on the twenty-first of June",
            &[(None, Some(6), Some(21), None, "the twenty-first of June")],
        ),
        (
            "It was Monday, May 3rd, 1893.",
            &[(Some(1893), Some(5), Some(3), Some(0), "Monday, May 3rd, 1893")],
        ),
        (
            "Tuesday the 4th of May came",
            &[(None, Some(5), Some(4), Some(1), "Tuesday the 4th of May")],
        ),
        (
            "The 5 May 1893 was a rainy Friday.",
            &[(Some(1893), Some(5), Some(5), Some(4), "The 5 May 1893 was a rainy Friday")],
        ),
        ("the 32nd of May", &[(None, Some(5), Some(32), None, "the 32nd of May")]),
        ("In May 1890 he came.", &[(Some(1890), Some(5), None, None, "May 1890")]),
        ("It was in 1850, long ago.", &[(Some(1850), None, None, None, "1850")]),
        ("1893-05-03", &[(Some(1893), Some(5), Some(3), None, "1893-05-03")]),
        ("He may 3 times. In May. 1800 men of 1900 horses. Sunday came.", &[]),
        ("The third June 31 was meant.", &[(None, Some(6), Some(31), None, "June 31")]),
        ("On the first of the month May came.", &[]),
        (
            "It was Christmas Day, which fell on a Monday in that year of 1861.",
            &[(
                Some(1861),
                Some(12),
                Some(25),
                Some(0),
                "Christmas Day, which fell on a Monday in that year of 1861",
            )],
        ),
        (
            "On Tuesday, Christmas Eve, he came; Michaelmas was a Sunday.",
            &[
                (None, Some(12), Some(24), Some(1), "Tuesday, Christmas Eve"),
                (None, Some(9), Some(29), Some(6), "Michaelmas was a Sunday"),
            ],
        ),
        ("Soon after Christmas, on a Sunday, they left.", &[]),
        ("On Monday Christmas shopping began. Christmas was over on the Tuesday.", &[]),
        (
            "Monday was the 25th of July. The tenth of July—it was a Saturday—was wet.",
            &[
                (None, Some(7), Some(25), Some(0), "Monday was the 25th of July"),
                (None, Some(7), Some(10), Some(5), "The tenth of July—it was a Saturday"),
            ],
        ),
    ];
    assert_read(&table);
}

#[test]
fn a_date_may_be_impossible_and_a_weekday_another() {
    let one = |source: &str| calendar_dates(&Text::new(source)).remove(0);

    assert!(one("the 31st of June").is_impossible());
    assert!(one("30 February 1888").is_impossible());
    assert!(one("29 February 1900").is_impossible());
    assert!(!one("29 February").is_impossible());
    assert!(!one("31 May 1888").is_impossible());
    assert_eq!(one("Monday, 3 May 1893").contradicted_weekday(), Some(2));
    assert_eq!(one("Wednesday, 3 May 1893").contradicted_weekday(), None);
    assert_eq!(one("Monday, 3 May").contradicted_weekday(), None);
    assert_eq!(one("Monday, 3 May 1593").contradicted_weekday(), None);
}

#[test]
fn months_that_are_cut_short_are_read() {
    assert_read(&[
        (
            "It was Monday, 3 Dec., 1821, and cold.",
            &[(Some(1821), Some(12), Some(3), Some(0), "Monday, 3 Dec., 1821")],
        ),
        (
            "It was the 23d of Sept., 1793.",
            &[(Some(1793), Some(9), Some(23), None, "the 23d of Sept., 1793")],
        ),
        ("The 4th Marc. said so, and the 12d of May.", &[]),
        (
            "Friday, Nov. 31, 1793. Rain.",
            &[(Some(1793), Some(11), Some(31), Some(4), "Friday, Nov. 31, 1793")],
        ),
        ("On Sept. 3d he left.", &[(None, Some(9), Some(3), None, "Sept. 3d")]),
        ("They saw Jan 5 times, and Mar 6.", &[]),
    ]);
}
