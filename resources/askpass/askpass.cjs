// Sends the question of git or ssh to the app and prints the answer. Ends with 1 where there is none.
const { openSync } = require('node:fs')
const { connect } = require('node:net')
const { basename, dirname } = require('node:path')

const { ORRERY_ASKPASS_SOCKET: file = '', ORRERY_ASKPASS_TOKEN: token = '' } = process.env

// A path that is too long for a socket goes through the open folder.
const isLong = process.platform === 'linux' && Buffer.byteLength(file) > 100
const address = isLong ? `/proc/self/fd/${openSync(dirname(file), 'r')}/${basename(file)}` : file

let heard = ''
const socket = connect(address)
socket.setEncoding('utf8')
socket.on('error', () => process.exit(1))
socket.on('connect', () => {
  const hint = process.env.SSH_ASKPASS_PROMPT ?? ''
  socket.write(`${JSON.stringify({ token, prompt: process.env.ORRERY_ASKPASS_PROMPT ?? '', hint })}\n`)
})
socket.on('data', (piece) => {
  heard += piece
})
socket.on('close', () => {
  try {
    const { answer } = JSON.parse(heard)
    if (typeof answer !== 'string') process.exit(1)
    process.stdout.write(`${answer}\n`, () => process.exit(0))
  } catch {
    process.exit(1)
  }
})
