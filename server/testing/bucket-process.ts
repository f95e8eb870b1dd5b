/** A bucket in a process of its own. Arguments: the folder of its files, its name and the port. It prints `ready` and its port. */
import S3rver from '@20minutes/s3rver'

const [directory = '', name = '', port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name }],
})
const address = await server.run()
process.stdout.write(`ready ${address.port}\n`)
