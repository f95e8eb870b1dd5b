/** Event streams with nothing behind them: the raw answers of Node, written to all at once. With PORT. */
import { createServer, type ServerResponse } from 'node:http'

const streams = new Set<ServerResponse>()

createServer((request, response) => {
  if (request.url === '/api/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(':\n\n')
    streams.add(response)
    request.on('close', () => streams.delete(response))
    return
  }
  if (request.method === 'POST') for (const stream of streams) stream.write('data: {"type":"typing"}\n\n')
  response.end('ready')
}).listen(Number(process.env['PORT']), '127.0.0.1')
