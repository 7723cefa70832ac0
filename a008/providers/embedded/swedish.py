"""Swedish, as the engine knows it."""

from __future__ import annotations

from typing import Final

from a008.providers.embedded.lexicon import Concept, Language, Lexicon, Phrases, concepts, cues, words

_ENDINGS: Final = (
    "ornas",
    "arnas",
    "ernas",
    "orna",
    "arna",
    "erna",
    "aste",
    "ande",
    "ade",
    "are",
    "ast",
    "ar",
    "or",
    "er",
    "en",
    "et",
    "at",
    "ad",
    "na",
    "s",
    "t",
    "a",
    "e",
    "n",
)
_SHORTEST: Final = 3


def stem(word: str) -> str:
    """The common beginning of a Swedish word's forms: `hund`, `hunden`, `hundar` and `hundarnas` are one.

    Endings are taken off until none is left: a word that happens to end like an inflection (`namn`) then meets its own
    inflections (`namnet`).
    """
    while (shorter := _shorten(word)) != word:
        word = shorter
    return word


def _shorten(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    if len(word) > _SHORTEST and word[-1] == word[-2]:
        return word[:-1]
    return word


SWEDISH: Final = Lexicon(
    language=Language.SWEDISH,
    markers=words(
        "och att det som en ett är var vad vem vilken vilket vilka hur när jag du vi min mitt mina ditt din din "
        "har hade inte på för med av till från om den de mig dig oss vår vårt våra heter bor sa vet minns hej "
        "tack nu förut tidigare någon kan ska varför innan hette bodde gör"
    ),
    stop_words=words(
        "sammanfatta sammanfattning överblick hände händer hänt aldrig alla allt andra att av bara berätta "
        "berättade blev blir bli bland de dem den denna deras dess dessa det detta dig din dina ditt du där då "
        "efter egentligen eller en ens er era ett exakt fanns finns fram frågade frågat från för förr förut förra "
        "få får före förklara ge ger gjorde gäller gör gå går ha hade han har henne hennes historia historik "
        "hittills hon honom hos hur här i igen igår inga ingen ingenting inget innan inte ja jag ju just kan "
        "kanske kom kommer kunde källa källan lista man med mellan men mig min mina minne minnet minns mitt mot "
        "mycket måste nej ni nog nu nuvarande nyss nyligen någon någonsin någonting något några nämnde när nästa "
        "och också om oss på pratat påminn påstod sa sade sagt samma sedan senast ser sig sin sina sitt ska skall "
        "skrev skulle som så säg säga säger tack tidigare till tillbaka tills under upp ursprungligen ut utan vad "
        "var vara varandra varför varifrån varit varje varken vars vart vem vems vet veta vi vid vidare vilka "
        "vilken vilket visa visst väl vår våra vårt än ändrade är även åt över längre dessförinnan känner brukade "
        "därifrån ifrån gången gång"
    ),
    quantifiers=words("alla aldrig allt bara endast ingen inga inget mer mest många varje"),
    weak_words=words(
        "använda använder använde används använt välja valde valt valda ha vill behöver favorit bästa typ sort "
        "sorts ny nytt nya saker sak slags hela egen eget egna riktiga fullständiga"
    ),
    me=words("jag mig mej min mitt mina"),
    us=words("vi oss vår vårt våra"),
    possessives=words("min mitt mina vår vårt våra användarens användares projektets projekts"),
    user_words=words("användare användaren användarens användares"),
    project_words=words("projekt projektet projektets projekts"),
    openers=words("vad vem vems vilken vilket vilka hur varför vart varifrån"),
    inverted=words(
        "är var har hade bor bodde heter hette kan ska skulle får gör gjorde jobbar arbetar gillar vet minns "
        "finns sa använder tycker"
    ),
    pronouns=words("jag du han hon det den vi ni de min mitt mina din ditt dina vår vårt våra någon något man"),
    joints=words("och samt eller"),
    requests=cues("berätta", "visa mig", "påminn mig", "lista alla", "vet du", "minns du", "kan du säga"),
    history_cues=cues(
        "tidigare",
        "förut",
        "innan",
        "förr",
        "dessförinnan",
        "historik",
        "historia",
        "ursprungligen",
        "från början",
        "förra gången",
        "förra",
        "föregående",
        "brukade",
        "en gång",
    ),
    past_cues=cues(
        "hade",
        "bodde",
        "hette",
        "jobbade",
        "arbetade",
        "använde",
        "gjorde",
        "gillade",
        "vad var",
        "vem var",
        "hur var",
        "vilken var",
        "vilket var",
        "vilka var",
    ),
    asked_cues=cues(
        "någon frågat",
        "nån frågat",
        "har jag frågat",
        "frågade jag",
        "frågat om",
        "frågat förut",
        "har vi pratat",
        "pratade vi",
        "pratat om",
    ),
    attribution_cues=cues(
        "vem sa",
        "vem sade",
        "vem säger",
        "vem har sagt",
        "vem berättade",
        "vem påstod",
        "vem påstår",
        "vem skrev",
        "vem nämnde",
        "vem ändrade",
        "källa",
        "källan",
        "källor",
        "hur vet du",
        "varifrån",
        "var kommer det ifrån",
        "enligt vem",
        "sa jag",
        "har jag sagt",
        "har jag berättat",
        "sagt det",
    ),
    overview_cues=cues(
        "vet", "minns", "minnet", "minne", "känner till", "berätta", "visa mig", "sparat", "kommer ihåg"
    ),
    negation_cues=cues("inte", "inte längre", "aldrig", "ej", "ingen", "inget", "slutat", "slutade"),
    greetings=words(
        "hej hejsan hallå tjena god morgon dag kväll godmorgon godkväll hur mår du är läget a008 bibliotekarie"
    ),
    thanks=words("tack så mycket tusen ska du ha okej ok bra perfekt"),
    about_cues=cues("vem är du", "vad är du", "vad kan du", "vad gör du", "hur fungerar du"),
    concepts=concepts(
        stem,
        {
            Concept.AGE: "ålder gammal år fyllde",
            Concept.BIRTHDAY: "födelsedag född fyller födelsedatum",
            Concept.COLOUR: "färg färger favoritfärg",
            Concept.DATABASE: "databas databaser",
            Concept.DISLIKES: "ogillar hatar avskyr undviker",
            Concept.EDITOR: "editor redigerare textredigerare",
            Concept.EMAIL: "e-post epost mejl mail e-postadress",
            Concept.EMPLOYER: "arbetsgivare anställd företag jobbar jobbade jobba arbetar arbetade arbeta arbetsplats",
            Concept.FOOD: "mat maträtt äter rätt favoritmat",
            Concept.LANGUAGE: "språk talar pratar",
            Concept.LIKES: "gillar gillade gilla älskar föredrar tycker",
            Concept.NAME: "namn heter hette heta kallas",
            Concept.OCCUPATION: "yrke jobb profession",
            Concept.PET: "husdjur",
            Concept.PHONE: "telefon telefonnummer mobil",
            Concept.RESIDENCE: "bor bo bodde bott bosatt bostad hem flyttade flyttat flyttar adress hemort",
        },
    ),
    phrases=Phrases(
        nothing="Det har jag inget om i minnet.",
        near="Exakt det har jag inget om i minnet, men detta ligger nära:",
        no_history="Vad som gällde tidigare har jag inget om i minnet.",
        no_source="Vem som har sagt det har jag inget om i minnet.",
        not_asked="Någon tidigare fråga om det har jag inte i minnet.",
        so_far="Hittills säger minnet:",
        already="Det säger minnet redan:",
        more="Kuvertet innehåller mer om detta ({count}).",
        read="Det har jag läst. Minneskvittot visar vad som behölls av det.",
        greeting="Hej. Fråga mig om allt som kan finnas i minnet.",
        thanks="Varsågod.",
        about="Jag är bibliotekarien i A008. Jag svarar bara ur minnet och citerar det ordagrant, med dess id.",
        no_words="Jag hittade inga ord att svara på.",
    ),
    stem=stem,
)
