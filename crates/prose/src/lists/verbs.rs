//! Verbs in the past, as narrators use them, whose form does not tell it.

use std::sync::LazyLock;

use super::{WordList, list};

/// Past forms that do not end in "ed", and the auxiliaries.
pub(crate) static PAST_VERBS: WordList = LazyLock::new(|| {
    list(
        "was were had did could would should might must is are has does been am may can shall will
         came went saw took got made stood sat lay gave felt knew turned ran found thought left kept held
         told heard met put set let began became fell rose drew threw grew blew flew shook woke spoke
         broke chose wrote rode drove strode struck stuck stole swore tore wore bore bit hid slid hung
         swung flung clung sprang sang sank drank shrank swam rang won spun dug shot bent sent spent lent
         built caught brought bought sought taught fought thought led fed read spread shed slept crept
         swept wept leapt leaped dealt meant dreamt knelt lit lost paid laid said sold shone shut cut
         hurt burst cast beat bade forgot forgave withdrew understood overheard upset ate fled
         froze arose awoke bound wound ground paused cried tried hurried replied grinned smiled nodded
         looks says asks goes comes takes sits stands turns walks nods smiles",
    )
});

/// Words before which nobody acts: what follows them is no subject.
pub(crate) static PREPOSITIONS: WordList = LazyLock::new(|| {
    list(
        "to of with by at for from in on upon into after before behind beside beneath near toward towards
         against about over under above below between among amid through across along around past like
         unlike without within beyond except than during opposite despite concerning regarding off",
    )
});
