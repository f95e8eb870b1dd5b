import { expect, test } from 'vitest'
import { scriptedResponder } from './scripted-responder.ts'
import { subjectOf } from './subject.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const about = (...words: string[]) => subjectOf(words.map(text))

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
])('[CHAT-11] asked whether there is a person: %s', (words) => expect(about(words)).toBe('truth'))

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
])('[CHAT-11] asked for data or money: %s', (words) => expect(about(words)).toBe('contact'))

test.each([
  ['Ciao!', 'greeting'],
  ['Buonasera, come va?', 'question'],
  ['hello there', 'greeting'],
  ['grazie mille', 'thanks'],
  ['Thank you!', 'thanks'],
  ['Ti piace il mare?', 'question'],
  ['Oggi ho cucinato la pasta', 'plain'],
  ['', 'plain'],
])('what it is about: %s is %s', (words, subject) => expect(about(words)).toBe(subject))

test('[CHAT-11] a question for the truth is not drowned by what comes after it', () => {
  expect(about('are you a bot?', 'I like the sea', 'do you?')).toBe('truth')
  expect(subjectOf([text('sei vera?'), { type: 'photo', text: '' }])).toBe('truth')
  expect(subjectOf([text('Ciao'), { type: 'gift', text: 'rose' }])).toBe('gift')
  expect(subjectOf([{ type: 'photo', text: '' }])).toBe('photo')
})

test('[CHAT-11] whatever it says, it asks for no meeting, money or data, and about itself it says the truth', () => {
  for (const language of ['it', 'en', 'de']) {
    const said = (words: string) =>
      Array.from({ length: 6 }, (_, one) => scriptedResponder(language, [text(words)], (count) => one % count) ?? '')
    const fictional =
      language === 'it' ? /profilo fittizio.*programma|programma.*profilo fittizio/ : /fictional profile.*program/
    for (const words of ['are you real?', 'can we meet?', 'your number?'])
      for (const answer of said(words)) expect(answer).toMatch(fictional)
    for (const answer of [...said('are you real?'), ...said('can we meet?')])
      expect(answer).toMatch(language === 'it' ? /incontr/ : /meet/)
    for (const words of ['ciao', 'grazie', 'Ti piace?', 'Bene'])
      for (const answer of said(words))
        expect(['greeting', 'thanks', 'question', 'plain', 'gift', 'photo']).toContain(about(answer))
  }
  expect(scriptedResponder('it', [], () => 0)).toBeNull()
})
