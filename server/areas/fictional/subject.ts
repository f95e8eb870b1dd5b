/** Finds the subject of messages to a fictional profile. Questions that need the truth are found in all languages. */
import type { MessageType } from '#contract/entities/chat.ts'

/** The messages since the profile's last answer, the oldest first. */
export type UnansweredMessages = readonly { type: MessageType; text: string }[]

export type Subject = 'truth' | 'meeting' | 'contact' | 'gift' | 'photo' | 'thanks' | 'greeting' | 'question' | 'plain'

/** These subjects win over later messages: a member may ask for the truth in one message and continue in the next. */
const FIRST = ['truth', 'meeting', 'contact'] as const

export const answerSubjectOf = (messages: UnansweredMessages): Subject => {
  const texts = messages.filter(({ type }) => type === 'text').map(({ text }) => plainWords(text))
  const weighty = FIRST.find((subject) => texts.some((text) => isAbout(subject, text)))
  if (weighty) return weighty
  const last = messages.at(-1)
  if (!last) return 'plain'
  if (last.type !== 'text') return last.type
  const words = plainWords(last.text)
  if (isAbout('thanks', words)) return 'thanks'
  if (last.text.includes('?')) return 'question'
  return isAbout('greeting', words) ? 'greeting' : 'plain'
}

const isAbout = (subject: keyof typeof PATTERNS, words: string): boolean =>
  PATTERNS[subject].some((pattern) => pattern.test(words))

/** Lower case, no accents, one space between words, so that spelling hides no question. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    // These letters are not accented letters, so NFKD does not split them.
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * In this order: Italian, English, German, Spanish, French, Dutch, Polish. All are tried, because a member may write in
 * another language than the site's. Words are in the form of `plainWords`.
 */
const PATTERNS: Record<'truth' | 'meeting' | 'contact' | 'thanks' | 'greeting', readonly RegExp[]> = {
  /** Questions whether the profile is real, a person or a bot. Too many matches are better than a missed one. */
  truth: [
    /\b(ro)?bot(s|em|ami|ow)?\b|\broboter\w?\b|\bchat ?(ro)?bot|\bchat ?gpt|\bfake(s|profil\w*|account|konto)?\b|\bfejk\w*|\bnep(account)?\b|\bcatfish\b|\bfittizi[oae]?\b|\bfictional\b/,
    /\b(carne e ossa|flesh and blood|fleisch und blut|carne y hueso|chair et en os|vlees en bloed|krwi i kosci)\b/,
    /\b(e|is|ist|es|est|jest|to) (tutto |all |alles |todo |tout |wszystko )?automat(ic|ed|isch|ique|yczn)/,
    /\b(c e qualcuno|(any|some)(one|body) (there|real|here)|ist (da|hier|dort) (jemand|wer)|hay alguien|(il y a|y a t il) quelqu un|is (daar|hier|er) iemand|jest (tam|tu) ktos)\b/,
    /\b(sei|siete|saresti|eri) .*\b(ver[oaei]|real[ei]|fint[oa]|fals[oa]|uman[oa]|inventat[oa]|una? (persona|macchina|programma|computer|software|algoritmo|donna|uomo|ragazz[oa])|ia|ai|automatic[oa]|artificial[ei]|autentic[oa]|intelligenza)\b/,
    // `6` is the number and the verb.
    /\b6 (davvero |proprio |una? )*(ver[oa]|reale|fint[oa]|fals[oa]|uman[oa]|persona|donna|uomo|macchina)\b/,
    /\b(person[ae]|donn[ae]|uom[oi]n?i?|ragazz[oaei]|profil[oi]|essere|umano) (davvero |proprio )?(ver[oae]|real[ei]|uman[oai]|in carne|fint[oa]|fals[oa])/,
    /\b(parl|scriv|chatt|messaggi)\w* (davvero |proprio )?con (chi|una? (persona|macchina|programma|computer|umano|ia|ai))\b/,
    /\bcon chi (sto )?(parl|scriv|chatt)|\b(risponde|scrive|legge) (davvero )?una? (persona|macchina|programma|computer|uman[oa])\b/,
    /\b(esisti|chi sei (davvero|veramente|in realta)|chi (c e|ce|sta|si nasconde) (dietro|dall altra parte)|risposte automatiche)\b/,
    /\b(are|r) (you|u|ya) .*\b(real|human|person|machine|program|computer|software|algorithm|ai|an? ai|automated|script(ed)?|robot|made up|legit|genuine)\b/,
    /\bwho am i (talk|speak|chatt|writ|messag)ing\b|\b(human|person|machine|computer) (ever |really )?(read|writ|answer|repl)/,
    /\b(you|u) (re |are )?(not |just |only )?(a |an )?(real|human|machine|program|computer|ai)\b/,
    /\b(is|am i) .*\b(real|human|automated|machine|program|computer|ai)\b/,
    /\b(real|actual|living) (person|human|woman|man|girl|guy|lady|profile|account)\b/,
    /\b(talk|speak|chatt|writ|messag)ing (to|with) (a |an |some ?)?(real |actual )?(person|human|machine|program|computer|ai|one real)\b/,
    /\b(do you (really |even |actually )?exist|who are you (really|actually)|who is (behind|there)|artificial intelligence|intelligenza artificiale)\b/,
    /\b(bist|sind|biste|seid) (du|sie|ihr)\b.*\b(echt\w*|real\w*|mensch\w*|person|frau|mann|programm|computer|maschine|ki|kunstlich\w*|erfunden|automat\w*)\b/,
    /\b(echte?[nrs]?|reale?[nrs]?|wirkliche?[nrs]?|richtige?[nrs]?) (person|mensch\w*|frau|mann|profil)\b/,
    /\b(schreib|red|rede|sprech|chatt|chat)\w* (ich )?(hier |gerade |denn |wirklich )*mit (wem|einem|einer)\b/,
    /\bmit wem (schreib|red|sprech|chat)|\b(schreibt|antwortet|liest) (hier |mir |da |denn )*eine? (mensch|maschine|computer|programm|ki|echte)|\bist (das|dies\w*|dein\w*) .*\b(echt|real)\b/,
    /\b(gibt es dich|existierst du|wer bist du (wirklich|eigentlich)|wer steckt (da)?hinter|kunstliche intelligenz|fiktiv\w*)\b/,
    /\b(eres|sos|es usted|seras)\b.*\b(real|verdader[oa]|de verdad|human[oa]|persona|maquina|programa|ordenador|ia|fals[oa]|inventad[oa]|automatic[oa])\b/,
    /\b(persona|mujer|hombre|chic[oa]|perfil) (de verdad|real|verdader[oa]|fals[oa]|human[oa])\b/,
    /\b(habl|escrib|chate)\w* con (quien|una? (persona|maquina|programa|humano|ia))\b/,
    /\bcon quien (estoy )?(habl|escrib|chate)|\bquien (me )?(escribe|responde)\b/,
    /\b(existes|quien eres (en realidad|realmente|de verdad)|quien (esta|hay) (detras|al otro lado)|inteligencia artificial|fictici[oa]s?)\b/,
    /\b((es|etes) (tu|vous)|tu es|t es|vous etes)\b.*\b(reel(le)?|vraie?|humaine?|personne|machine|programme|ordinateur|femme|homme|ia|faux|fausse|inventee?|automatique)\b/,
    /\b(vraie?|fausse?|faux|reel(le)?) (personne|femme|homme|fille|profil|humain)\b|\b(personne|femme|homme|profil) (reel(le)?|humaine?)\b/,
    /\b(parl|ecri|chat)\w* (vraiment )?(avec|a) (qui|une? (vraie )?(personne|machine|programme|humain|ia))\b/,
    /\bavec qui (je |est ce que je )?(parl|ecri|chat)|\btes (une? )?(reel(le)?|vraie?|humaine?|fausse|faux|machine|ia)\b/,
    /\b(existes tu|tu existes|qui es tu (vraiment|en vrai)|qui (est|se cache) derriere|intelligence artificielle|ficti(f|ve)s?)\b/,
    /\bben(t)? (je|jij|u)\b.*\b(echte?|mens|menselijk|persoon|programma|computer|machine|ai|nep|verzonnen|automatisch|vrouw|man)\b/,
    /\b(echte?|bestaande?) (persoon|mens|vrouw|man|profiel)\b|\bnep ?profiel\b/,
    /\b(praat|schrijf|chat|spreek) ik (hier |nu |echt |eigenlijk )*met\b/,
    /\bmet wie (praat|schrijf|chat|spreek)/,
    /\b(besta je|wie ben je (echt|eigenlijk)|wie zit (er )?(hier)?achter|kunstmatige intelligentie|fictie[fv]e?)\b/,
    /\b(jestes|czy ty)\b.*\b(prawdziw\w*|realn\w*|czlowiek\w*|osoba|program\w*|komputer\w*|maszyn\w*|ai|zmyslon\w*|kobieta|mezczyzna|automat\w*)\b/,
    /\b(prawdziw|realn)[aey]\w* (osob|czlowiek|kobiet|mezczyzn|profil)/,
    /\b(rozmawiam|pisze|czatuje) (tu |naprawde )*ze? (kim|prawdziw|czlowiek|program|osob|maszyn|ai)/,
    /\bz kim (ja )?(rozmawiam|pisze|czatuje)\b/,
    /\b(istniejesz|kim (tak )?(naprawde )?jestes|kto (sie kryje|stoi|jest) (za|po drugiej)|sztuczna inteligencja|fikcyjn\w*|falszywy profil)\b/,
    // Whether the photos show the profile's person, asked in the same order of languages.
    /\b(sei|siete|6) (davvero |proprio |veramente )*(tu|quell[aoe]|la (ragazza|donna)|il ragazzo|l uomo) (\w+ ){1,3}(foto|immagin)\w*/,
    /\b(foto|immagin)\w* (sei|siete|6) (davvero |proprio |veramente )*(tu|quell[aoe])\b/,
    /\bsono (davvero |proprio |veramente |tutte )*(tue|vere|false|finte|rubate) (\w+ ){0,2}(foto|immagin)\w*|\b(foto|immagin)\w* sono (davvero |proprio |veramente |tutte )*(tue|vere|false|finte|rubate)\b/,
    /\bis (it|that|this) (really |actually |even )*you\b|\b(photo|pic|picture|image)s? (really |actually )*(is|are) (really |actually )*(you|yours|fake|stolen|generated)\b/,
    /\b(are|r) (you|u) (really |actually )*the (one|woman|man|girl|guy|lady|person) (\w+ ){1,3}(photo|pic|picture|image)s?\b/,
    /\b(is|are) (these |those |this |that |they |it )?(really |actually |all )*(the |your )(own |real |actual )*(photo|pic|picture|image)s? ?(really |actually |all )*(you|yours|of you|real|fake|stolen|generated|ai|$)/,
    /\bbist (du|das) (\w+ ){0,3}auf (\w+ ){0,2}(bild|foto|profilbild)\w*/,
    /\b(sind|ist) (das |dies )(wirklich |echt |alles )*dein\w* (echt\w* |eigen\w* )*(bild|foto|profilbild)\w*|\b(sind|ist) (die|das|dein\w*|dies\w*) (bild|foto|profilbild)\w* (wirklich |uberhaupt |auch |alle )*(echt|von dir|gefalscht|geklaut|gestohlen)\b/,
    /\b(eres|sos|es usted) (de verdad |realmente )*(tu|vos|(la|el) (de|que)|quien|la (chica|mujer)|el (chico|hombre)) (\w+ ){0,4}(foto|imagen)\w*|\b(foto|imagen)\w* (eres|sos) (tu|vos)\b/,
    /\b(es|son) (de verdad |realmente )*(tuyas?|real(es)?|falsas?|robadas?|de verdad) (\w+ ){0,2}(foto|imagen)\w*|\b(foto|imagen)\w* (es|son) (de verdad |realmente )*(tuyas?|real(es)?|falsas?|robadas?|de verdad)\b/,
    /\b(c est|est ce) (bien |vraiment )*toi (sur|dans) (\w+ ){0,2}(photo|image)s?\b|\b(photo|image)s? (c est|est ce) (bien |vraiment )*toi\b|\b(c est|est ce) (bien |vraiment )+toi\b/,
    /\b(es tu|tu es|t es|etes vous|vous etes) (bien |vraiment )*(celle|celui|la (fille|femme)|l homme|le (mec|gars)) (\w+ ){1,3}(photo|image)s?\b/,
    /\b(c est|ce sont|est ce) (bien |vraiment )*tes (vraies |propres )*(photo|image)s?\b|\b(photo|image)s? (est|sont) (bien |vraiment )*(vraies?|reelles?|fausses?|volees?|a toi|de toi)\b/,
    /\bben(t)? (je|jij|u) (echt |wel )*(dat|dit|het|degene|die) (\w+ ){1,3}(foto|plaatje)\w*|\b(foto|plaatje)\w* (s )?ben (je|jij) (dat|het)\b/,
    /\b(zijn|is) (dat|dit) (echt |wel |allemaal )*(je|jouw) (echte |eigen )*(foto|plaatje)\w*|\b(zijn|is) (de|die|deze|je|jouw) (foto|plaatje)\w* (s )?(wel |echt )*(echt|nep|van jou|gestolen)\b/,
    /\bto (naprawde |serio |na pewno |jestes )*ty (\w+ ){1,2}(zdjec|fot)\w*|\b(zdjec|fot)\w* to (naprawde |serio )*ty\b|\bjestes (naprawde )*(ta|tym|ty) (\w+ ){1,3}(zdjec|fot)\w*/,
    /\bto (naprawde |sa )*twoje (prawdziwe |wlasne )*(zdjec|fot)\w*|\b(zdjec|fot)\w* sa (naprawde |na pewno )*(twoje|prawdziwe|falszywe|kradzione)\b/,
  ],
  meeting: [
    /\bincontr|\b(vediamoci|vederci|vederti|ci vediamo|vedere dal vivo|usciamo|uscire|appuntament[oi]|dal vivo|di persona|conoscerci|caffe insieme|cena insieme|bere qualcosa|da (me|te) stasera|vieni (da|a)|vengo da te|passo da te)\b/,
    /\b(meet(ing)?|meet ?up|date|in person|face to face|hang out|go out|grab (a|some)|see you (in|at|tonight|tomorrow)|come over|my place|your place|have (a )?(coffee|dinner|drink|lunch))\b/,
    /\b(treffen|triffst|treff|verabred\w*|kaffee (trinken|zusammen)|essen gehen|ausgehen|personlich (kennen|sehen)\w*|kennenlernen|vorbeikommen|komm (zu mir|vorbei)|bei (mir|dir)|sehen wir uns|dich sehen)\b/,
    /\b(quedar|quedamos|encontr(ar|emo|amo)\w*|vernos|verte|en persona|cara a cara|una cita|salir (juntos|contigo|conmigo)|tomar (un cafe|algo)|cenar juntos|(mi|tu) casa)\b/,
    /\b(rencontr\w*|se voir|te voir|on se voit|rendez vous|rdv|face a face|sortir (ensemble|avec)|(boire|prendre) un (verre|cafe)|diner ensemble|chez (toi|moi))\b/,
    /\b(ontmoet\w*|afspreken|afspraakje|zien we elkaar|elkaar zien|je zien|in het echt|koffie drinken|uit eten|kom (langs|naar mij)|langskomen|bij (jou|mij) thuis)\b/,
    /\b(spotka\w*|spotyka\w*|randk\w*|zobaczy\w* sie|widzimy sie|na zywo|twarza w twarz|na kawe|kolacj\w*|przyjedz|przyjdz|u (mnie|ciebie))\b/,
  ],
  contact: [
    /\b(numero|telefon\w*|cellulare|whats ?app|telegram|instagram|insta|snapchat|facebook|skype|mail|email|indirizzo|contatt\w*|dove (abiti|vivi|stai)|chiamami|chiamarti|soldi|denaro|euro|bonifico|paypal|iban|carta di credito)\b/,
    /\b(phone|number|address|contact|where do you live|call (me|you)|text me|money|cash|dollars?|pounds?|bank|credit card|gift card|bitcoin|crypto|pay (me|you))\b/,
    /\b(nummer|handy\w*|telefon\w*|adresse|wohnst|ruf mich|anrufen|geld|uberweis\w*|konto\w*|bezahl\w*|gutschein\w*)\b/,
    /\b(numero|telefono|movil|direccion|donde vives|llama(me|rte)|dinero|transferencia|cuenta bancaria|tarjeta|contacto)\b/,
    /\b(numero|telephone|portable|adresse|ou (tu )?(habites|vis)|tu (habites|vis) ou|appelle moi|t appeler|argent|virement|carte bancaire|coordonnees)\b/,
    /\b(telefoon\w*|mobiel\w*|adres|waar woon|bel me|bellen|overmak\w*|rekening\w*|tikkie)\b/,
    /\b(numer\w*|komork\w*|adres\w*|gdzie mieszkasz|zadzwon\w*|pieniadz\w*|przelew\w*|konto|kontakt\w*|blik)\b/,
  ],
  thanks: [
    /\b(grazie|ringrazio|thanks?|thx|ty|thank you|danke\w*|gracias|merci|dank (je|u)|bedankt|dzieki|dziekuje)\b/,
  ],
  greeting: [
    /^(ciao+|ehi+|hey+|hi+|hello+|salve|buongiorno|buon giorno|buonasera|buona sera|buonanotte|good (morning|evening|afternoon|night)|hiya|yo)\b/,
    /^(hallo|guten (morgen|tag|abend)|moin|servus|gruss|hola|buenos dias|buenas|bonjour|salut|coucou|bonsoir|hoi|goede(morgen|middag|navond)|czesc|hej|dzien dobry|dobry wieczor|witaj)\b/,
  ],
}
