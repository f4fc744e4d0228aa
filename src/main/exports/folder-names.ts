import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'

/** The same event with the names of extra folders, without their paths on this machine. */
export function withFolderNames(event: DurableEvent): DurableEvent {
  if (event.kind === 'session.created') {
    const { meta } = event.payload
    return { ...event, payload: { ...event.payload, meta: { ...meta, ...namesOf(meta) } } }
  }
  if (event.kind === 'session.meta') {
    const { changes } = event.payload
    return { ...event, payload: { ...event.payload, changes: { ...changes, ...namesOf(changes) } } }
  }
  const told = event.kind === 'harness.item' ? itemData('extra-folders', event.payload) : null
  if (event.kind !== 'harness.item' || told === null) return event
  const folders = told.folders.map(nameOf)
  const content = told.folders.reduce(
    (text, path) => text.replaceAll(path, nameOf(path)),
    event.payload.content,
  )
  const said = [say('told.folders', { folders: folders.join(', ') })]
  return { ...event, payload: { ...event.payload, content, data: { folders, said } } }
}

function namesOf({ folders }: { readonly folders?: readonly string[] | undefined }): {
  readonly folders?: string[]
} {
  return folders === undefined ? {} : { folders: folders.map(nameOf) }
}

/** The last part of a path of any system. */
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) || '/'
