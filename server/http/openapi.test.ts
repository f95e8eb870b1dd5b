import { expect, test } from 'vitest'
import { callOf, calls, isServerCall } from '#contract/calls.ts'
import { createTestServer } from '../testing/test-server.ts'
import { openApi } from './openapi.ts'

type Operation = { operationId: string; 'x-who': string; 'x-offline': string; responses: Record<string, unknown> }

const operations = () => {
  const paths = openApi({ PUBLIC_URL: undefined })['paths'] as Record<string, Record<string, Operation>>
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

test('lists every call of the server with its role and its offline behaviour', () => {
  const printed = operations().map((one) => [one.operationId, { who: one['x-who'], offline: one['x-offline'] }])
  const expected = Object.keys(calls)
    .filter(isServerCall)
    .map((name) => [name, { who: callOf(name).who, offline: callOf(name).offline }])
  expect(printed).toHaveLength(expected.length)
  expect(Object.fromEntries(printed)).toEqual(Object.fromEntries(expected))
})

test('every operation lists its success and its refusals', () => {
  for (const { responses, operationId } of operations()) {
    const statuses = Object.keys(responses).map(Number)
    expect([operationId, statuses.some((status) => status < 400)]).toEqual([operationId, true])
    expect([operationId, statuses.includes(400)]).toEqual([operationId, true])
  }
})

test('inputs have their limits', () => {
  const { paths } = openApi({ PUBLIC_URL: undefined }) as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>
  }
  expect(JSON.stringify(paths['/api/signup']?.['post']?.requestBody)).toContain('"minLength":12')
})

test('a visitor may read it', async () => {
  const server = await createTestServer()
  const response = await server.app.request('/api/openapi.json')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ openapi: '3.0.3' })
  await server.close()
})
