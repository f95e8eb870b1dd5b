import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readBody } from './request-body.ts'

const Body = v.object({
  text: v.string(),
  profile: v.optional(v.pipe(v.number(), v.integer())),
  given: v.optional(v.boolean()),
  subscription: v.optional(v.nullable(v.object({ endpoint: v.string(), keys: v.object({ auth: v.string() }) }))),
  ids: v.optional(v.array(v.string())),
  steps: v.optional(v.array(v.object({ name: v.string(), count: v.number() }))),
  main: v.optional(v.literal(true)),
})

const formed = (text: string, schema: v.GenericSchema = Body) =>
  readBody(text, [...new URLSearchParams(text)], schema)?.value

describe('[SAFE-12] the body of a call', () => {
  test('is read as JSON, whatever type the request names', () => {
    expect(readBody('{"text":"a=b"}', null, Body)).toEqual({ value: { text: 'a=b' } })
    expect(formed('{"text":"a=b"}')).toEqual({ text: 'a=b' })
    expect(readBody('text=a', null, Body)).toBeNull()
    for (const empty of ['', ' \n']) expect(readBody(empty, null, Body)).toEqual({ value: {} })
    expect(formed('7')).toEqual({ 7: '' })
  })

  test('is read as a form with the numbers, booleans, lists and objects of the schema', () => {
    expect(formed('text=12&profile=12&given=true')).toEqual({ text: '12', profile: 12, given: true })
    expect(formed('text=&given=0')).toEqual({ text: '', given: false })
    expect(formed('text=a&ids[]=1&ids[]=2')).toMatchObject({ ids: ['1', '2'] })
    expect(formed('text=a&ids=1&ids=2')).toMatchObject({ ids: ['1', '2'] })
    expect(formed('text=a&ids[0]=1&ids[1]=2')).toMatchObject({ ids: ['1', '2'] })
    const subscription = { endpoint: 'https://push.test', keys: { auth: 'x' } }
    expect(formed('subscription[endpoint]=https://push.test&subscription[keys][auth]=x')).toEqual({ subscription })
    expect(formed(`subscription=${JSON.stringify(subscription)}`)).toEqual({ subscription })
    for (const nothing of ['', 'null']) expect(formed(`subscription=${nothing}`)).toEqual({ subscription: null })
    expect(formed('subscription[keys]=')).toEqual({ subscription: { keys: {} } })
    expect(formed('subscription=x&subscription[endpoint]=y')).toEqual({ subscription: { endpoint: 'y' } })
    expect(formed('steps[0][name]=a&steps[0][count]=-1.5&main=true')).toEqual({
      steps: [{ name: 'a', count: -1.5 }],
      main: true,
    })
    expect(['true', '1', 'on', 'false', '0', 'off', ''].map((text) => formed(`given=${text}`))).toEqual([
      ...Array.from({ length: 3 }, () => ({ given: true })),
      ...Array.from({ length: 4 }, () => ({ given: false })),
    ])
  })

  test('a text that is no value of its field stays a text, which the schema refuses', () => {
    const texts = { profile: '0x1', given: 'maybe', main: 'false' }
    expect(formed(new URLSearchParams(texts).toString())).toEqual(texts)
    expect(formed('profile=')).toEqual({ profile: '' })
  })

  test('a form with several possible kinds is read as the kind that it matches', () => {
    const SentMessage = v.variant('type', [
      v.object({ type: v.literal('text'), profile: v.number(), text: v.string() }),
      v.object({ type: v.literal('gift'), profile: v.number(), gift: v.string() }),
    ])
    expect(formed('type=gift&profile=3&gift=rose', SentMessage)).toEqual({ type: 'gift', profile: 3, gift: 'rose' })
    expect(formed('type=text&profile=3&text=7', SentMessage)).toEqual({ type: 'text', profile: 3, text: '7' })
  })

  test('[SAFE-3] any text is read without an error and reaches no prototype', () => {
    for (const text of [
      'a[b',
      'a]b=1',
      '[]=1',
      '__proto__[polluted]=1',
      'text[__proto__][polluted]=1',
      'a[b][c][d][e][f][g]=1',
    ])
      expect(() => formed(text)).not.toThrow()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
