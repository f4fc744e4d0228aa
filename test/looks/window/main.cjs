// A window without code of the app. It serves the page over sample data with the policy that main sends with its own.
const { app, BrowserWindow } = require('electron')
const { createReadStream } = require('node:fs')
const { createServer } = require('node:http')
const { extname, join, normalize } = require('node:path')

const page = join(__dirname, '../../../out/sample')
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

app.disableHardwareAcceleration()
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://sample').pathname)
  const file = join(page, path === '/' ? 'index.html' : path)
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream')
  createReadStream(file)
    .on('error', () => response.writeHead(404).end())
    .pipe(response)
})
server.listen(0, '127.0.0.1', async () => {
  await app.whenReady()
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    useContentSize: true,
    frame: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  await window.loadURL(`http://127.0.0.1:${server.address().port}/`)
})
