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

/// What a man or a boy is called who is not named.
pub(crate) static NOUNS_OF_MEN: WordList = LazyLock::new(|| {
    list(
        "man boy gentleman father brother uncle son husband grandfather grandson nephew lad fellow
         lord king prince duke earl count baron monk friar bridegroom widower landlord waiter policeman
         fisherman coachman footman butler groom postman fireman workman nobleman clergyman
         schoolmaster master squire papa dad daddy grandpa guy chap bloke old-timer bachelor
         madman seaman salesman tradesman countryman doorman foreman chairman hangman watchman
         stepfather stepson godfather godson frenchman englishman irishman scotchman scotsman welshman
         dutchman actor emperor wizard abbot priest parson vicar curate bishop cowboy",
    )
});

/// What a woman or a girl is called who is not named.
pub(crate) static NOUNS_OF_WOMEN: WordList = LazyLock::new(|| {
    list(
        "woman girl lady mother sister aunt daughter wife grandmother granddaughter niece maid widow queen
         princess duchess countess baroness nun bride landlady waitress governess housekeeper goodwife lass maiden
         mistress matron dame mama mamma mamma mum mummy grandma granny actress empress witch
         abbess stepmother stepdaughter godmother goddaughter heiress spinster damsel madam
         frenchwoman englishwoman irishwoman schoolmistress seamstress laundress hostess nurse
         schoolgirl female chambermaid housemaid nursemaid milkmaid charwoman",
    )
});

/// What anybody may be called who is not named; with [`ROLES`].
pub(crate) static NOUNS_OF_PERSONS: WordList = LazyLock::new(|| {
    list(
        "child person comrade prospector stranger newcomer visitor guest passenger driver convict prisoner neighbour neighbor
         porter creature dwarf elder youngster infant baby urchin beggar traveller traveler rider
         speaker host customer boarder lodger tenant agent manager employer employee worker
         labourer laborer peasant villager farmer bartender barber baker cook clerk sheriff marshal
         deputy private trooper corporal scout guide pilot sailor captain lieutenant skipper mate boatswain
         bo'sun coroner inspector constable detective officer reporter editor lawyer attorney
         solicitor notary teacher tutor scholar student pupil professor doctor physician surgeon dentist
         chemist minister preacher deacon missionary hermit pilgrim philosopher poet painter artist
         musician singer dancer juggler clown gambler dealer peddler pedlar merchant shopkeeper grocer
         tailor shoemaker cobbler carpenter blacksmith miner hunter trapper warrior savage chief
         invalid patient cripple mulatto negro negress indian swede german american spaniard mexican
         foreigner intruder assailant pursuer captor kidnapper robber thief murderer villain
         companion friend partner cousin twin orphan ward servant slave attendant messenger caller
         operator secretary assistant colleague rival cadet recruit veteran sergeant secretary ruffian rascal vagabond tramp oldster",
    )
});
