/** A stand-in for a service of the operator's own, on loopback: it answers for fictional profiles, or checks photos. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type AskedAnswer = { headers: IncomingHttpHeaders; body: string; bytes: Buffer }

export type AnswerService = {
  url: string
  asked: AskedAnswer[]
  /** The next answers; after the last one, 200 with a text. `null` never answers. */
  answers: ({ status: number; body?: string } | null)[]
  close: () => Promise<void>
}

export const answerService = async (): Promise<AnswerService> => {
  const asked: AskedAnswer[] = []
  const answers: AnswerService['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      asked.push({ headers: request.headers, body: bytes.toString(), bytes })
      const answer = answers.length === 0 ? { status: 200, body: '{"text":"Hello from the service"}' } : answers.shift()
      if (answer) response.writeHead(answer.status).end(answer.body)
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
