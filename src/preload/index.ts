import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge } from '../shared/ipc/bridge.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels.ts'

const bridge: Bridge = {
  call: (name, request) => ipcRenderer.invoke(CALL_CHANNEL, name, request),
  onEvent: (listener) => {
    const receive = (_event: IpcRendererEvent, message: Parameters<typeof listener>[0]) => listener(message)
    ipcRenderer.on(EVENT_CHANNEL, receive)
    return () => void ipcRenderer.off(EVENT_CHANNEL, receive)
  },
}

contextBridge.exposeInMainWorld('orrery', Object.freeze(bridge))
