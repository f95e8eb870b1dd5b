import { describe, expect, test } from 'vitest'
import { LOCALES } from '../locales.ts'
import { scamSubjectOf } from './scam-advice.ts'

describe('[GUARD-1] advice against romance scams', () => {
  test.each([
    [
      'giftCard',
      [
        'Please buy me a Steam card',
        'Puoi comprare una carta regalo?',
        'Kauf bitte eine Geschenkkarte',
        'Compra una tarjeta regalo',
        'Achète une carte cadeau',
        'Koop een cadeaukaart',
        'Kup kartę podarunkową',
      ],
    ],
    [
      'crypto',
      [
        'I can teach you bitcoin',
        'Investi con me in criptovalute',
        'Ich habe einen Kryptotipp, Bitcoin',
        'Gano con criptomonedas',
        'La cryptomonnaie, c’est facile',
        'Beleggen doe ik samen',
        'Zarabiam na kryptowalutach',
      ],
    ],
    [
      'money',
      [
        'Can you send me some money?',
        'Mi servono soldi per il biglietto',
        'Kannst du mir Geld schicken',
        'Necesito dinero para el viaje',
        'J’ai besoin d’argent',
        'Kun je me geld lenen? Stuur me wat geld',
        'Potrzebuję pieniędzy',
      ],
    ],
    [
      'leaving',
      [
        'Write me on WhatsApp',
        'Scrivimi su Telegram',
        'Lass uns auf Signal schreiben',
        'Hablamos por WhatsApp',
        'On parle sur Telegram ?',
        'App me op WhatsApp',
        'Napisz na WhatsApp',
      ],
    ],
  ] as const)('%s is found in every language of the site', (subject, texts) => {
    expect(texts).toHaveLength(LOCALES.length)
    expect(texts.map((text) => scamSubjectOf([text]))).toEqual(texts.map(() => subject))
  })

  test('look-alike letters hide no subject, and the most costly one wins', () => {
    expect(scamSubjectOf(['write me on Теlеgrаm'])).toBe('leaving')
    expect(scamSubjectOf(['write me on Telegram', 'and buy a gift card'])).toBe('giftCard')
  })

  test('the end of one text and the beginning of the next make no subject', () => {
    expect(scamSubjectOf(['What shall I send', 'money is nothing to me'])).toBeNull()
    expect(scamSubjectOf(['What shall I send money for'])).toBe('money')
  })

  test.each([
    'How was your day? I paid 20 euros for a pizza.',
    'Ho speso troppi soldi per i libri',
    'Ich verdiene mein Geld mit Holz',
    'Gano poco pero me río mucho',
    'J’ai un peu d’argent de poche',
    'Ik houd van geluk',
    'Mam konto na siłowni',
    'I lost the signal in the tunnel',
    'The Taliban and an Ibanez guitar',
  ])('"%s" gets no advice', (text) => {
    expect(scamSubjectOf([text])).toBeNull()
  })
})
