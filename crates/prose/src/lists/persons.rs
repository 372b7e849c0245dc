//! Words about persons: what somebody can be to somebody or by profession, and colours of eyes and
//! hair.

use std::sync::LazyLock;

use super::{WordList, list};

/// Kinship, bonds, ranks and professions, in the singular.
pub(crate) static ROLES: WordList = LazyLock::new(|| {
    list(
        "father mother son daughter brother sister husband wife widow widower uncle aunt nephew niece cousin
         grandfather grandmother grandson granddaughter twin stepfather stepmother stepson stepdaughter
         guardian ward heir heiress orphan bride bridegroom fiance fiancé fiancee fiancée lover mistress
         friend enemy rival companion ally servant maid butler cook gardener housekeeper governess
         master apprentice pupil student teacher schoolmaster schoolmistress professor doctor physician surgeon
         nurse chemist scientist scholar lawyer solicitor barrister judge magistrate clerk secretary
         accountant banker merchant trader shopkeeper innkeeper landlord landlady tailor smith blacksmith
         carpenter mason miller baker butcher farmer shepherd hunter fisherman sailor captain mate admiral
         soldier sergeant lieutenant colonel major general officer guard knight squire king queen prince
         princess emperor empress duke duchess count countess baron baroness earl lord lady chief chieftain
         priest priestess monk nun abbot bishop vicar pastor rabbi prophet oracle witch wizard sorcerer
         sorceress mage healer thief assassin spy smuggler pirate detective inspector constable policeman
         coachman driver pilot engineer mechanic painter poet writer author journalist editor actor actress
         singer musician dancer madman lunatic patient prisoner vampire ghost nobleman gentleman leader
         founder owner president governor mayor ambassador messenger envoy steward",
    )
});

/// Colours of eyes and hair.
pub(crate) static COLOURS: WordList = LazyLock::new(|| {
    list(
        "amber auburn black blond blonde blue brown chestnut copper dark fair flaxen ginger gold golden gray
         green grey hazel ivory red sandy silver silvery violet white yellow",
    )
});
