import { type KeyboardEvent, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { type Suggestions, useSuggestions } from '../../../ui/lists/use-suggestions.ts'
import { useChat } from '../chat-context.ts'
import { matchingTexts } from './mentions/matching-texts.ts'

/** A search through sent messages. What was in the box before comes back with Escape. */
type Search = { readonly before: string; readonly texts: readonly string[] }

export type SentSearch = Omit<Suggestions<string>, 'onKey'> & {
  readonly isOn: boolean
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** Searches what the person sent in this project: Ctrl+R opens it, and the box takes the words. */
export function useSentSearch(
  projectId: ProjectId | null,
  text: string,
  setText: (text: string) => void,
): SentSearch {
  const { api, app } = useChat()
  const [search, setSearch] = useState<Search | null>(null)
  const list = useSuggestions({
    token: search === null ? null : { from: 0, typed: text },
    found: search === null ? [] : matchingTexts(search.texts, text),
    isTypedOut: () => false,
    choose: (chosen) => {
      setSearch(null)
      setText(chosen)
    },
  })
  const begin = (): boolean => {
    if (projectId === null) return false
    const before = text
    const asked = api.read('session.sentTexts', { projectId }).then((texts) => {
      setSearch({ before, texts })
      setText('')
    })
    app.attempt(asked)
    return true
  }
  const end = () => {
    setText(search?.before ?? text)
    setSearch(null)
  }
  return {
    ...list,
    isOn: search !== null,
    onKey: (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
      if (nativeEvent.isComposing) return false
      if (search === null) {
        const asks = key.toLowerCase() === 'r' && ctrlKey && !(metaKey || altKey || shiftKey)
        if (!asks || !begin()) return false
        event.preventDefault()
        return true
      }
      if (key === 'Escape') {
        event.preventDefault()
        end()
        return true
      }
      if (list.onKey(event)) return true
      // Enter sends nothing while a search is open.
      if (key !== 'Enter' || shiftKey) return false
      event.preventDefault()
      return true
    },
  }
}
