import { randomUUID } from 'node:crypto'
import { mainLocale } from '../chats/main-locale.ts'
import { createHomeHandlers } from '../handlers/home-handlers.ts'
import type { InWindow } from './in-window.ts'

/** Answers calls about the home as a whole. */
export function homeDataIn({ deps: { shell }, rooms: { homeData, settings }, signal }: InWindow) {
  return createHomeHandlers({
    shell,
    signal,
    locale: () => mainLocale(settings.current().locale, shell.systemLocale),
    work: homeData.work,
    leftovers: homeData.leftovers,
    measure: homeData.measure,
    backUp: homeData.backUp,
    lookAt: homeData.lookAt,
    stage: homeData.stage,
    lastRestore: homeData.lastRestore,
    chatCount: homeData.chatCount,
    newId: randomUUID,
    exportAll: homeData.exportAll,
  })
}
