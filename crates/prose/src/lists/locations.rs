//! Names of places that most readers know, and words that make one of a name. Written for this program.

use std::sync::LazyLock;

use super::{WordList, list};

/// Continents, countries, provinces, cities, rivers and seas, of today and of earlier times, word by word.
pub(crate) static LOCATIONS: WordList = LazyLock::new(|| {
    list(
        "africa america antarctica asia australasia australia europe eurasia scandinavia
         afghanistan albania algeria andorra angola argentina armenia austria azerbaijan bahamas bahrain
         bangladesh barbados belgium belize bermuda bohemia bolivia bosnia brazil britain britannia brittany
         bulgaria burma cambodia cameroon canada ceylon chile china colombia congo croatia cuba cyprus
         czechoslovakia denmark ecuador egypt england estonia ethiopia fiji finland france gaul germany ghana
         greece greenland guatemala guiana guyana haiti hawaii holland honduras hungary iceland india indies
         indonesia iran iraq ireland israel italy jamaica japan java jordan judea kenya korea kuwait laos
         latvia lebanon liberia libya lithuania luxembourg macedonia madagascar malaysia malta mexico moldavia
         moldova monaco mongolia montenegro morocco mozambique nepal netherlands nicaragua nigeria norway
         oman pakistan palestine panama paraguay persia peru philippines poland portugal prussia rhodesia
         romania roumania russia rwanda saxony scotland senegal serbia siam siberia sicily singapore slovakia
         slovenia somalia spain sudan sumatra sweden switzerland syria taiwan tanzania thailand tibet
         transylvania tunisia turkey uganda ukraine uruguay venezuela vietnam wales wallachia yemen zambia
         alabama alaska arizona arkansas california colorado connecticut dakota delaware florida idaho illinois
         indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi
         missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont
         virginia wisconsin wyoming carolina hampshire jersey quebec ontario manitoba
         bedfordshire berkshire buckinghamshire cambridgeshire cheshire cornwall cumberland cumbria derbyshire
         devon devonshire dorset dorsetshire durham essex gloucestershire herefordshire hertfordshire kent
         lancashire leicestershire lincolnshire middlesex norfolk northamptonshire northumberland
         nottinghamshire oxfordshire rutland shropshire somerset somersetshire staffordshire suffolk surrey
         sussex warwickshire westmoreland wiltshire worcestershire yorkshire aberdeenshire argyll fife
         perthshire galway kerry leinster munster ulster connaught normandy provence burgundy gascony
         picardy alsace lorraine bavaria tuscany lombardy piedmont savoy andalusia castile
         catalonia aragon navarre galicia silesia moravia tyrol styria carinthia
         aberdeen adelaide aleppo alexandria algiers amsterdam antwerp athens avignon babylon baghdad baltimore
         bangkok barcelona basel bath beijing beirut belfast belgrade benares bergen berlin bern berne
         birmingham bologna bombay bordeaux boston boulogne bournemouth bradford bremen brighton bristol
         bruges brussels bucharest budapest buda buffalo byzantium cadiz cairo calais calcutta cambridge
         canterbury canton cardiff carlisle carthage casablanca charing charleston cheapside chelsea cheltenham
         chester chicago chichester cincinnati cleveland cologne constantinople copenhagen corinth cork
         coventry cracow dallas damascus danzig delhi denver detroit dieppe dijon dover dresden dublin
         dundee edinburgh eton exeter falmouth fez florence frankfort frankfurt genoa geneva ghent
         gibraltar glasgow gloucester goa gottingen granada greenwich grenoble hackney hague halifax hamburg
         hammersmith hampstead hanover harrow harrogate harwich hastings havana havre heidelberg helsinki
         hereford hertford hollywood honolulu houston hull innsbruck ipswich islington istanbul
         jericho jerusalem kensington kew kiev lancaster lausanne leeds leghorn leicester
         leipsic leipzig leith leyden liege lille limehouse limerick lincoln lisbon liverpool london londonderry
         louvain lubeck lucca lucerne lyons lynn macao madras madrid mainz malaga manchester manhattan manila
         mannheim mantua marseille marseilles mayfair mecca medina melbourne memphis metz milan milwaukee
         minneapolis modena montpellier montreal moscow munich nagasaki nanking nantes naples nazareth newcastle
         newgate newport newmarket nineveh northampton norwich nottingham nuremberg odessa oporto orleans oslo
         ostend oxford padua palermo paris parma peking perth petersburg philadelphia piccadilly pimlico pisa
         pittsburgh plymouth pompeii portsmouth potsdam prague pressburg preston ramsgate ravenna
         reading rheims rhodes richmond rio rochester rome rotterdam rouen saigon salem salisbury salzburg
         samarkand scarborough seattle seville sheffield shrewsbury smyrna smolensk soho southampton southwark
         sparta stamford stockholm stonehenge strasbourg strasburg stratford stuttgart suez sunderland swansea
         sydney tangier tehran thebes tokyo torquay toronto toulon toulouse trieste tripoli troy tunis turin tyburn
         utrecht valencia vancouver venice verona versailles vienna wapping warsaw warwick
         washington waterloo weimar wellington westminster weymouth whitechapel winchester windsor
         winnipeg worcester yarmouth york zurich brooklyn broadway hoboken
         adriatic aegean alps andes apennines ararat arctic atlantic baltic bosphorus carpathians caucasus
         channel clyde danube dardanelles dnieper elbe etna euphrates euxine ganges himalaya himalayas hudson
         humber indus jura loire mediterranean medway mersey meuse niger nile orinoco pacific pyrenees rhine
         rhone sahara seine severn shannon thames tiber tigris trent tweed tyne tyrrhenian urals vesuvius vistula
         volga wye borneo corsica crete elba guernsey hebrides jersey malacca majorca mauritius orkney orkneys
         patmos sardinia shetland skye tahiti trinidad zanzibar zealand eden hades paradise olympus elysium",
    )
});

/// Words that begin the name of a place.
pub(crate) static BEFORE_LOCATIONS: WordList = LazyLock::new(|| {
    list(
        "mount mt lake cape fort port river new north south east west upper lower isle gulf sea bay point
         great-north mont monte rio san santa saint st ste los las el castle camp villa rue via place hotel",
    )
});

/// Words that end the name of a place, beside the common nouns of geography.
pub(crate) static BEHIND_LOCATIONS: WordList = LazyLock::new(|| {
    list(
        "islands isles mountains hills falls ocean sea desert alley avenue boulevard row terrace crescent
         circus lodge grange priory park palace prison hotel inn theatre theater museum station junction heights
         downs moor moors marsh fen fens fells parade mews court courts dock docks pier bank banks borough
         city town village county shire province states state empire republic territory territories colony
         kingdom parish district ward region quarter ghetto temple chapel minster cathedral cemetery bridge
         barn barns buildings bldg chambers apartments mansions mansion cottages lands plains prairie valley
         canyon coast shore shores reservation rapids river creek brook springs",
    )
});

/// Words that end the name of a group of persons.
pub(crate) static BEHIND_GROUPS: WordList = LazyLock::new(|| {
    list(
        "company co corporation society club association union league committee council parliament congress
         senate board bank brothers bros sons firm army navy regiment brigade corps guard guards hussars
         dragoons fusiliers police church party order lodge guild institute college university academy school
         ministry department office agency bureau service ltd limited inc press orchestra band
         fund trust alliance federation commission court bench",
    )
});

/// Words that end or make the name of a work.
pub(crate) static WORKS: WordList = LazyLock::new(|| {
    list(
        "bible testament gospel psalm psalms koran iliad odyssey genesis exodus revelation magazine gazette
         chronicle herald review journal times advertiser telegraph almanac almanack dictionary encyclopedia
         encyclopaedia history tales ballad sonata symphony concerto opera overture waltz hymn prayer-book
         catechism directory register reports",
    )
});

/// Words with a capital that name nobody's and no place's: what is thought of as one, or a people’s faith.
pub(crate) static THINGS: WordList = LazyLock::new(|| {
    list(
        "god heaven heavens hell providence nature fate fortune fame death time truth justice liberty reason
         science art love hope charity faith virtue vice sin life earth world sun moon spring summer autumn
         winter north south east west latin greek english french german italian spanish hebrew arabic
         constitution revolution war peace renaissance reformation mass eucharist sabbath trinity scripture
         scriptures majesty highness lordship ladyship grace honour honor excellency worship reverence holiness
         internet martini madeira sherry champagne port cognac",
    )
});
