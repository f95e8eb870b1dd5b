import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { scriptedResponder, truthOfStaff } from './responder.ts'
import { answerSubjectOf } from './subject.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const about = (...words: string[]) => answerSubjectOf(words.map(text))

test.each([
  'Are you real?',
  'are u a real person',
  'Are you a bot??',
  'ARE YOU A ROBOT',
  'you are not real',
  "You're a bot, aren't you",
  "You're an AI",
  'is this a real person?',
  'Is this profile real',
  'am I talking to a human?',
  'Is there a real woman behind this profile?',
  'do you really exist',
  'who are you really?',
  'fake profile',
  'is this chatgpt',
  'So are you, like, an actual human being?',
  'is anybody there?',
  'Who am I talking to?',
  'does a human read this?',
  'Are you an algorithm',
  'are you flesh and blood',
  'Sei vera?',
  'sei reale?',
  'Ma sei una persona vera o un bot?',
  'SEI UN ROBOT',
  'sei un programma?',
  'sei un’intelligenza artificiale?',
  'Sei finta',
  'Sto parlando con una persona?',
  'sto scrivendo a una persona reale?',
  'esisti davvero?',
  'Chi sei veramente?',
  'c’è una persona vera dall’altra parte?',
  'profilo falso',
  'ma è un profilo vero?',
  'sei umano?',
  'chi c’è dietro questo profilo?',
  'siete veri?',
  '6 vera?',
  'c’è qualcuno?',
  'sei un software?',
  'con chi sto parlando?',
  'mi risponde un computer?',
  'Bist du echt?',
  'bist du eine echte Person?',
  'Bist du eine KI?',
  'Schreibe ich hier mit einem Menschen?',
  'Gibt es dich wirklich?',
  'Wer steckt dahinter?',
  'Bist du ein Roboter?',
  'Fakeprofil?',
  'Ist das Profil echt?',
  'Mit wem schreibe ich?',
  'Schreibt hier ein Mensch?',
  '¿Eres real?',
  '¿eres una persona de verdad?',
  '¿Eres una IA?',
  '¿Hablo con una persona?',
  '¿Existes?',
  'perfil falso',
  '¿hay alguien ahí?',
  '¿con quién hablo?',
  '¿esto es automático?',
  'Es-tu réelle ?',
  'T’es une vraie personne ?',
  'tu es une IA ?',
  'je parle avec qui ?',
  'Tu existes vraiment ?',
  'C’est un faux profil',
  'tes réelle ?',
  'avec qui je parle ?',
  'il y a quelqu’un ?',
  'Ben je echt?',
  'Ben jij een mens?',
  'ben je een AI?',
  'Praat ik met een echte vrouw?',
  'Besta je wel?',
  'nepprofiel',
  'is dit nep?',
  'met wie praat ik?',
  'ben je menselijk',
  'Jesteś prawdziwa?',
  'Czy jesteś człowiekiem?',
  'jesteś programem?',
  'Czy rozmawiam z człowiekiem?',
  'Istniejesz naprawdę?',
  'Kim naprawdę jesteś?',
  'Jesteś botem?',
  'Rozmawiam z robotem?',
  'Z kim piszę?',
  'to jest fejk?',
])('[CHAT-11] asked whether there is a person: %s', (words) => expect(about(words)).toBe('truth'))

test.each([
  'Is it you in the pictures?',
  'Is that really you in the photos?',
  'are you the one in the photos',
  'Are these your real pictures?',
  'Are your photos real?',
  'the pics are fake',
  'Sei quella delle foto?',
  'sei davvero tu nella foto?',
  'nelle foto sei tu?',
  'Le foto sono tue?',
  'sono vere le tue foto?',
  'Bist du das auf den Bildern?',
  'bist du die auf dem Foto?',
  'Sind das deine Fotos?',
  'Sind die Fotos echt?',
  '¿Eres tú la de las fotos?',
  '¿eres la de la foto?',
  'las fotos son tuyas?',
  '¿son reales tus fotos?',
  'C’est toi sur les photos ?',
  'Est-ce vraiment toi ?',
  'Tu es celle des photos ?',
  'Ce sont tes vraies photos ?',
  'tes photos sont vraies ?',
  'Ben jij dat op de foto’s?',
  'Zijn dat jouw foto’s?',
  'zijn de foto’s echt?',
  'Czy to ty na zdjęciach?',
  'Jesteś tą ze zdjęć?',
  'To naprawdę twoje zdjęcia?',
  'Zdjęcia są prawdziwe?',
])('[GUARD-7] asked whether the photos show the person: %s', (words) => expect(about(words)).toBe('truth'))

test.each([
  'You look great in the pictures',
  'Do you like taking pictures?',
  'Is this the beach of your photo?',
  'Sei bellissima in foto',
  'Belle le tue foto',
  'Mi mandi altre foto tue?',
  'Deine Fotos sind echt schön',
  'Du bist schön auf dem Foto',
  'Eres guapa en las fotos',
  'Tus fotos son preciosas',
  'Tes photos sont belles',
  'C’est toi qui choisis',
  'Je foto’s zijn echt mooi',
  'Twoje zdjęcia są piękne',
])('[GUARD-7] words about photos that do not ask for the truth: %s', (words) => expect(about(words)).not.toBe('truth'))

test.each([
  'Can we meet tomorrow?',
  'shall we go on a date',
  'Do you want to grab a coffee',
  'come over tonight',
  'Ci vediamo domani?',
  'Vorrei incontrarti',
  'usciamo insieme?',
  'possiamo vederci di persona?',
  'ti va un caffè insieme?',
  'Wollen wir uns treffen?',
  'Gehen wir einen Kaffee trinken?',
  '¿Quedamos mañana?',
  'me gustaría verte en persona',
  'On se voit demain ?',
  'On peut se rencontrer ?',
  'Zullen we afspreken?',
  'wil je me ontmoeten',
  'Spotkamy się jutro?',
  'może randka?',
])('[CHAT-11] asked for a meeting: %s', (words) => expect(about(words)).toBe('meeting'))

test.each([
  "What's your phone number?",
  'give me your WhatsApp',
  'where do you live?',
  'I can send you money',
  'mi dai il tuo numero?',
  'Hai Instagram?',
  'dove abiti?',
  'ti faccio un bonifico',
  'Gib mir deine Handynummer',
  'wo wohnst du?',
  '¿Me das tu teléfono?',
  '¿dónde vives?',
  'Tu me donnes ton numéro ?',
  'tu habites où ?',
  'Wat is je telefoonnummer?',
  'waar woon je?',
  'Podaj mi numer',
  'gdzie mieszkasz?',
])('[CHAT-11] asked for data or money: %s', (words) => expect(about(words)).toBe('contact'))

test.each([
  ['Ciao!', 'greeting'],
  ['Buonasera, come va?', 'question'],
  ['hello there', 'greeting'],
  ['grazie mille', 'thanks'],
  ['Thank you!', 'thanks'],
  ['Ti piace il mare?', 'question'],
  ['Oggi ho cucinato la pasta', 'plain'],
  ['We both like butter', 'plain'],
  ['Brood met boter', 'plain'],
  ['Alle 6 vado a casa', 'plain'],
  ['', 'plain'],
  ['Hallo!', 'greeting'],
  ['Danke schön!', 'thanks'],
  ['¡Hola!', 'greeting'],
  ['muchas gracias', 'thanks'],
  ['Bonjour', 'greeting'],
  ['Merci beaucoup', 'thanks'],
  ['Goedemorgen', 'greeting'],
  ['Dank je wel', 'thanks'],
  ['Cześć!', 'greeting'],
  ['Dziękuję', 'thanks'],
  ['Heute habe ich gekocht', 'plain'],
  ['Hoy he cocinado pasta', 'plain'],
  ['J’ai fait un gâteau', 'plain'],
  ['Ik heb gekookt', 'plain'],
  ['Dzisiaj gotuję zupę', 'plain'],
])('[GUARD-7] subject: %s is %s', (words, subject) => expect(about(words)).toBe(subject))

test('[CHAT-11] a question for the truth is answered even if other messages follow', () => {
  expect(about('are you a bot?', 'I like the sea', 'do you?')).toBe('truth')
  expect(answerSubjectOf([text('sei vera?'), { type: 'photo', text: '' }])).toBe('truth')
  expect(answerSubjectOf([text('Ciao'), { type: 'gift', text: 'rose' }])).toBe('gift')
  expect(answerSubjectOf([{ type: 'photo', text: '' }])).toBe('photo')
})

const FICTIONAL: Record<Locale, [RegExp, RegExp, RegExp]> = {
  it: [/profilo fittizio/, /programma/, /incontr/],
  en: [/fictional profile/, /program/, /meet/],
  de: [/fiktives Profil/, /Programm/, /treffen/i],
  es: [/perfil ficticio/, /programa/, /encuentr|quedar/],
  fr: [/profil fictif/, /programme/, /rencontr/],
  nl: [/fictief profiel/, /programma/, /ontmoet/],
  pl: [/profilem fikcyjnym/, /program/, /spotka/],
}
const ABOUT = { profile: 1, member: 2, message: 3 }
const ASKED = { truth: 'are you real?', meeting: 'can we meet?', contact: 'your number?' }

test.each(LOCALES)(
  '[CHAT-11] in %s it tells the truth about itself, and asks for no meeting, money or data',
  async (language) => {
    const said = (words: string) =>
      Promise.all(
        Array.from({ length: 6 }, (_, one) =>
          scriptedResponder((count) => one % count)({ ...ABOUT, language, messages: [text(words)] }),
        ),
      )
    const [profile, program, meeting] = FICTIONAL[language]
    for (const words of [profile, meeting]) expect(truthOfStaff({ language })).toMatch(words)
    for (const words of Object.values(ASKED))
      for (const answer of await said(words)) {
        expect(answer).toMatch(profile)
        expect(answer).toMatch(program)
      }
    for (const answer of [...(await said(ASKED.truth)), ...(await said(ASKED.meeting))]) expect(answer).toMatch(meeting)
    for (const words of ['ciao', 'grazie', 'Ti piace?', 'Bene'])
      for (const answer of await said(words))
        expect(['greeting', 'thanks', 'question', 'plain', 'gift', 'photo']).toContain(about(answer ?? ''))
  },
)

test('[GUARD-7] without a message there is no answer', async () =>
  expect(await scriptedResponder(() => 0)({ ...ABOUT, language: 'it', messages: [] })).toBeNull())
