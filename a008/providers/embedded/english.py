"""English, as the engine knows it."""

from __future__ import annotations

from typing import Final

from a008.providers.embedded.lexicon import Concept, Language, Lexicon, Phrases, concepts, cues, words

_VOWELS: Final = frozenset("aeiouy")
#: Forms that no ending explains, behind the form that they belong to.
_IRREGULAR: Final = {
    form: forms[0]
    for forms in (
        line.split()
        for line in (
            "begin began begun",
            "bring brought",
            "build built",
            "buy bought",
            "choose chose chosen",
            "drive drove driven",
            "eat ate eaten",
            "find found",
            "go went gone",
            "grow grew grown",
            "hold held",
            "keep kept",
            "leave left",
            "lose lost",
            "make made",
            "meet met",
            "pay paid",
            "run ran",
            "sell sold",
            "send sent",
            "speak spoke spoken",
            "spend spent",
            "take took taken",
            "teach taught",
            "think thought",
            "win won",
            "write wrote written",
        )
    )
    for form in forms[1:]
}


def stem(word: str) -> str:
    """The common beginning of an English word's forms: `live`, `lives`, `lived` and `living` are one."""
    word = _IRREGULAR.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 1 and _VOWELS & set(rest):
            word = rest
            break
    if len(word) > 2:
        word = word.removesuffix("e")
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in _VOWELS:
        word = word[:-1]
    return word


ENGLISH: Final = Lexicon(
    language=Language.ENGLISH,
    markers=words(
        "the a an and or of to is are was were what who where when which how do does did my your our we you i'm "
        "it's that this it in on for with have has had not please tell know about from before anybody anyone "
        "hello thanks i"
    ),
    stop_words=words(
        "summarise summarize summary overview happen happened happens a about actually after again all already "
        "also am an and any anybody anyone anything are as asked at be because been before being both but by came "
        "can come could currently did do does doing done each earlier else ever every everybody everyone "
        "everything for formerly from get gets give gave had has have he her here hers him his history how i if "
        "in into is it its just know known knows last let list many may maybe me memory mention mentioned might "
        "mine more most much must my myself never no nobody not nothing now of off often older on once one only "
        "or original originally other our ours out past please previous previously really recall recently "
        "remember remind said same say says she should show so some somebody someone something source still "
        "stored such talk talked tell than that the their theirs them then there these they thing things this "
        "those time to today told too up us used version versions very was we were what whatever when where "
        "whether which while who whom whose why will with without would yes yesterday yet you your yours "
        "according changed claimed currently ask anymore longer"
    ),
    quantifiers=words("all any every everything many more most never no nobody none nothing once only still"),
    weak_words=words(
        "use using uses choose chose chosen make made want need favourite favorite kind sort type best main new "
        "old first last full whole real own current"
    ),
    me=words("i me my mine myself"),
    us=words("we us our ours ourselves"),
    possessives=words("my our"),
    user_words=words("user users"),
    project_words=words("project projects"),
    openers=words("what who whom whose which where how why"),
    inverted=words("is are was were am do does did have has had can could will would should"),
    pronouns=words(
        "i you he she it we they my your his her its our their there this that these those the anybody anyone "
        "somebody someone"
    ),
    joints=words("and or"),
    requests=cues("tell me", "show me", "remind me", "give me", "list all", "do you know", "do you remember"),
    history_cues=cues(
        "before",
        "previously",
        "used to",
        "earlier",
        "formerly",
        "in the past",
        "history",
        "originally",
        "at first",
        "last time",
        "older version",
        "older versions",
        "previous",
        "once",
        "until then",
    ),
    past_cues=cues("was", "were", "did", "had"),
    asked_cues=cues(
        "anybody asked",
        "anyone asked",
        "somebody asked",
        "someone asked",
        "been asked",
        "asked about",
        "asked before",
        "did i ask",
        "have i asked",
        "have we talked",
        "did we talk",
        "talked about",
        "come up before",
    ),
    attribution_cues=cues(
        "who said",
        "who says",
        "who told",
        "who claimed",
        "who claims",
        "who mentioned",
        "who wrote",
        "who changed",
        "source",
        "sources",
        "according to whom",
        "how do you know",
        "where did you get",
        "where does it come from",
        "where does this come from",
        "where does that come from",
        "did i say",
        "did i tell",
        "did i mention",
        "have i said",
        "have i told",
    ),
    overview_cues=cues("know", "remember", "memory", "recall", "tell me", "show me", "stored"),
    negation_cues=cues("not", "no longer", "never", "any more", "anymore", "isn't", "don't", "doesn't", "stopped"),
    greetings=words("hello hi hey greetings howdy good morning afternoon evening day there how are you a008 librarian"),
    thanks=words("thanks thank you very much many a lot cheers great ok okay perfect"),
    about_cues=cues("who are you", "what are you", "what can you do", "what do you do", "how do you work"),
    concepts=concepts(
        stem,
        {
            Concept.AGE: "age aged old years",
            Concept.BIRTHDAY: "birthday born birth birthdate",
            Concept.COLOUR: "colour color",
            Concept.DATABASE: "database databases",
            Concept.DISLIKES: "dislike hate hates avoid avoids",
            Concept.EDITOR: "editor editors",
            Concept.EMAIL: "email e-mail mail",
            Concept.EMPLOYER: "employer employed company work works worked working workplace",
            Concept.FOOD: "food foods eat eats dish meal",
            Concept.LANGUAGE: "language languages speak speaks",
            Concept.LIKES: "like likes love loves enjoy enjoys prefer prefers",
            Concept.NAME: "name names named called",
            Concept.OCCUPATION: "occupation profession job jobs",
            Concept.PET: "pet pets",
            Concept.PHONE: "phone telephone",
            Concept.RESIDENCE: "live lives living lived reside resides residence home moved move address",
        },
    ),
    phrases=Phrases(
        nothing="I have nothing in memory about that.",
        near="I have nothing in memory about exactly that, but this is close:",
        no_history="I have nothing in memory about what held before.",
        no_source="I have nothing in memory about who said that.",
        not_asked="I have nothing in memory about an earlier question on that.",
        so_far="So far memory says:",
        already="Memory says so already:",
        more="The envelope holds more on this ({count}).",
        read="I have read that. The memory receipt shows what was kept of it.",
        greeting="Hello. Ask me about anything that memory may hold.",
        thanks="You are welcome.",
        about="I am the librarian of A008. I answer from memory alone and quote it word by word, with its ids.",
        no_words="I found no words to answer.",
    ),
    stem=stem,
)
