import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { CALL_CHANNEL } from '#shared/ipc/channels.ts'
import type { CallSender, createAnswerCall } from './answer-call.ts'
import type { Windows } from './windows/windows.ts'

/** Opens the one way from a page into main. */
export function openDoor(windows: Windows, answer: ReturnType<typeof createAnswerCall>): void {
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, request: unknown) => {
    const sender = senderOf(windows, event)
    const answered = await answer(sender, name, request)
    const { windowId } = sender
    // Behind the answer.
    if (name === 'app.boot' && windowId !== null) setImmediate(() => windows.pageRead(windowId))
    return answered
  })
}

/** Returns the browser's data about the sender. A frame that is gone has no address, and so no rights. */
function senderOf(windows: Windows, event: IpcMainInvokeEvent): CallSender {
  const frame = event.senderFrame
  return {
    windowId: windows.idOf(event.sender),
    isTopFrame: frame !== null && frame.parent === null && frame === event.sender.mainFrame,
    url: frame?.url ?? '',
  }
}
