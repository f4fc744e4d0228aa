import { BrowserWindow, Notification } from 'electron'
import type { ShellPort } from '../app-port.ts'

/** Notices on the desktop, while no window of ours is looked at. A click brings a window and then does what it is for. */
export function createDesktopNotices(focus: () => void): ShellPort['notify'] {
  // An unreferenced notification is garbage-collected together with its click handler.
  const shown = new Set<Notification>()
  return (title, body, chosen) => {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
    const notice = new Notification({ title, body })
    shown.add(notice)
    notice.on('close', () => shown.delete(notice))
    notice.on('click', () => {
      shown.delete(notice)
      focus()
      chosen()
    })
    notice.show()
  }
}
