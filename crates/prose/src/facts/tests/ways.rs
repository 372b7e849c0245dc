//! How long a way took that somebody went.

use crate::extract::Extract;
use crate::tokens::Text;

#[test]
fn the_time_of_a_way_is_read_in_many_forms() {
    for (source, wanted) in [
        ("Ten minutes after he left Bristol he was in Bath.", Some(10)),
        ("She had been forty minutes in the train from Bristol to Bath.", Some(40)),
        ("He had been ten minutes on the way from Bath to Bristol.", Some(10)),
        ("On the second morning after he had left Bristol he was in Bath.", Some(2 * 24 * 60)),
        ("On the second morning after the feast he came from Bath to Bristol.", None),
        ("It took him an hour to reach Bath from Bristol.", Some(60)),
        ("He took the noon train at Bristol and at one was in Bath.", Some(60)),
        ("He left Bristol as the clock struck nine, and before ten he was in Bath.", Some(60)),
        ("He left Bristol at nine, and at ten was ringing at the door in Bath.", Some(60)),
        ("He breakfasted at Bristol and dined the same day at Bath.", Some(11 * 60)),
        ("He breakfasted at Bristol, and a week later dined at Bath.", None),
        ("Ten minutes after the train left Bristol for Bath she was asleep.", None),
        ("She slept twenty minutes in the train from Bristol to Bath.", None),
        ("Hale breakfasted at Bath, and the same day Lucy dined at Bristol.", None),
        ("At nine he left Bristol, and at eleven he was at school in Bath.", None),
        ("Hale set out from Bristol for Bath on 3 May, and by 4 May had come no farther.", None),
    ] {
        let facts = Extract::of(&Text::new(source)).facts;
        let minutes = facts.journeys.first().map(|it| it.minutes);
        assert_eq!(minutes, wanted, "{source}");
    }
}

#[test]
fn of_a_way_whose_end_is_not_named_the_beginning_is_read() {
    for (source, wanted) in [
        ("She had been barely forty minutes in the train from Bristol.", Some(("Bristol", 40))),
        (
            "The train came in. It had left Bristol not forty minutes earlier.",
            Some(("Bristol", 40)),
        ),
        ("He had left Bristol ten minutes before.", None),
        ("He had walked from Bristol in ten minutes to the farm.", None),
        ("They had been ten minutes in the train from Bristol when he slept.", None),
        ("He had walked from Bristol in ten minutes.", Some(("Bristol", 10))),
        ("He slept ten minutes in the train from Bristol.", None),
        ("He would have come from Bristol in an hour.", None),
        ("Hale was ten minutes in Bristol.", None),
        ("Hale left Bristol in the morning, and by evening he was talking of Bath.", None),
    ] {
        let journeys = Extract::of(&Text::new(source)).facts.journeys;
        let read = journeys.iter().find(|it| it.names[1].is_empty());
        let read = read.map(|it| (it.names[0].as_str(), it.minutes));
        assert_eq!(read, wanted, "{source}");
    }
}

#[test]
fn a_span_of_time_may_stand_behind_both_of_its_dates() {
    for (source, wanted) in [
        (
            "She sailed on the 6th of July and arrived on the 8th of August, having thus been \
             eleven weeks at sea.",
            Some((33, (75, 79))),
        ),
        (
            "He had gone on the second of April and it was now the second of October, so that he \
             had been absent exactly three months.",
            Some((183, (82, 101))),
        ),
        (
            "Hale was buried in the spring of 1771, and two years after this event, in 1769, she \
             married.",
            Some((-730, (365, 1_460))),
        ),
        ("She sailed on the 6th of July, on the 8th of August it rained eleven weeks.", None),
        (
            "She left on the 6th of July and was due on the 8th of August, so that he had three weeks.",
            None,
        ),
        ("Hale had married in 1771, and two years after her death, in 1790, he sailed.", None),
    ] {
        let durations = Extract::of(&Text::new(source)).facts.durations;
        let read = durations.first().map(|it| (it.days, it.stated_days));
        assert_eq!(read, wanted, "{source}");
    }
}
