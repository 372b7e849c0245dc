//! How long a way took that somebody went.

use crate::extract::Extract;
use crate::tokens::Text;

#[test]
fn the_time_of_a_way_is_read_in_many_forms() {
    for (source, wanted) in [
        ("Ten minutes after he left Bristol he was in Bath.", Some(10)),
        ("She had been forty minutes in the train from Bristol to Bath.", Some(40)),
        ("He had been ten minutes on the way from Bath to Bristol.", Some(10)),
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
    ] {
        let facts = Extract::of(&Text::new(source)).facts;
        let minutes = facts.journeys.first().map(|it| it.minutes);
        assert_eq!(minutes, wanted, "{source}");
    }
}
