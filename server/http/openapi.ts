/** `/api/openapi.json`: the table of calls as OpenAPI 3.0, printed once. */
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import type * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import { callOf, calls, type CallName, isServerCall } from '#contract/calls.ts'
import { REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { FORM_TYPE } from '#contract/request-body.ts'
import { ERROR_STATUS, FIELD_ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { sessionCookieName } from './session-cookie.ts'

type Json = Record<string, unknown>

export const mountOpenApi = (app: Hono, { env }: Pick<Deps, 'env'>): void => {
  let printed: string | undefined
  app.get('/api/openapi.json', (c) => {
    printed ??= JSON.stringify(openApi(env))
    return c.body(printed, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  })
}

export const openApi = (env: Pick<Env, 'PUBLIC_URL'>): Json => {
  const paths: Record<string, Json> = {}
  // Two calls with the same path and method differ in a query; OpenAPI needs a path of its own for each.
  for (const name of Object.keys(calls).filter(isServerCall)) {
    const call = callOf(name)
    const path = `/api/${call.path.replaceAll(/:(\w+)/g, '{$1}')}${call.when ? `?${call.when.query}=${call.when.is}` : ''}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Visavis', version: '1', description: 'Each path is also there with `.php` behind it.' },
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(env) } },
    },
  }
}

const operation = (name: CallName, call: Call): Json => ({
  operationId: name,
  'x-offline': call.offline,
  'x-who': call.who,
  ...(call.who === 'visitor' ? {} : { security: [{ session: [] }] }),
  parameters: parametersOf(call),
  ...(call.body ? { requestBody: { required: true, content: bodyContent(inputSchema(call.body)) } } : {}),
  ...(call.upload ? { requestBody: { required: true, content: uploadContent(call.upload.types) } } : {}),
  responses: { ...success(call), ...refusals(call) },
})

/** Every body is accepted as JSON or form-encoded [SAFE-12]. */
const bodyContent = (schema: unknown): Json => ({ ...jsonContent(schema), [FORM_TYPE]: { schema } })

const uploadContent = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const parametersOf = (call: Call): Json[] => [
  ...fieldsOf(call.params).map(({ name, schema }) => ({ name, in: 'path', required: true, schema })),
  ...fieldsOf(call.query).map(({ name, schema, required }) => ({ name, in: 'query', required, schema })),
  ...(call.path === 'user'
    ? [{ name: REQUEST_TYPE_HEADER, in: 'header', required: true, schema: { type: 'string' } }]
    : []),
]

const fieldsOf = (schema: v.GenericSchema | undefined): { name: string; schema: unknown; required: boolean }[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchema(schema)
  return Object.entries(properties).map(([name, field]) => ({ name, schema: field, required: required.includes(name) }))
}

const success = ({ response }: Call): Json => {
  if (response === 'redirect') return { 303: { description: 'A page that shows the result' } }
  if (response === 'file')
    return { 200: { description: 'A file', content: { 'application/json': { schema: { type: 'object' } } } } }
  if (response === 'stream')
    return { 200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } } }
  return { 200: { description: 'Done', content: jsonContent(schemaOf(response, 'output')) } }
}

/** The refusals of every call, in addition to the call's own list. */
const ALWAYS: ErrorCode[] = ['invalid_input', 'rate_limited', 'server_error']

const refusals = (call: Call): Json => {
  const codes: ErrorCode[] = [...ALWAYS, ...call.errors]
  if (call.body) codes.push('invalid_json', 'body_too_large')
  if (call.who === 'member') codes.push('authentication_required', 'account_suspended')
  if (call.method !== 'GET') codes.push('foreign_origin')
  const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: group.join(', '), content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const errorSchema = (): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    fields: { type: 'object', additionalProperties: { type: 'string', enum: FIELD_ERRORS } },
    name: { type: 'string' },
    cost: { type: 'integer' },
    credits: { type: 'integer' },
    retry_after: { type: 'integer' },
  },
})

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

const inputSchema = (schema: v.GenericSchema): ObjectSchema => schemaOf(schema, 'input') as ObjectSchema

/** JSON Schema cannot express some checks, which are left out here; the server still runs them. */
const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): unknown =>
  toJsonSchema(schema, { target: 'openapi-3.0', typeMode, errorMode: 'ignore' })

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })
