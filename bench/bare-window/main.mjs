// The least an Electron app can be: one window with one page that has a box to write in.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.setPath('userData', process.env.ORRERY_HOME ?? app.getPath('temp'))
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 820 })
  return window.loadFile(join(import.meta.dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
