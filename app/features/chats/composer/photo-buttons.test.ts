import { expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'

test.each(LOCALES)(
  '[SHELL-19] the button that adds a photo has another name than the button that sends it: %s',
  async (locale) => {
    const { default: texts } = (await import(`../../../../locales/${locale}.json`, { with: { type: 'json' } })) as {
      default: Record<string, string>
    }
    expect(texts['chat.addPhoto']).not.toBe(texts['chat.sendPhoto'])
  },
)
