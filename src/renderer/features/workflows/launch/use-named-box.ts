import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { optionId } from '../../../ui/lists/option-id.ts'
import { useSuggestions, useTyping } from '../../../ui/lists/use-suggestions.ts'
import type { Named } from './args-fields.ts'
import { lineAt, withLine } from './typed-line.ts'
import { useNamed } from './use-named.ts'

type Box = HTMLInputElement | HTMLTextAreaElement

type Asked = {
  readonly names: Exclude<Named, null>
  readonly many: boolean
  readonly text: string
  readonly onText: (text: string) => void
}

/** The box of a named field and the list under it. `toggle` opens and closes the list by pointer. */
export function useNamedBox({ names, many, text, onText }: Asked) {
  const [asked, setAsked] = useState(false)
  const [caret, setCaret] = useState(0)
  const element = useRef<Box | null>(null)
  const goesTo = useRef<number | null>(null)
  const { isTyping, heard } = useTyping()
  const line = lineAt(text, many ? Math.min(caret, text.length) : text.length)
  const { found, none, problem } = useNamed(names, line.typed)
  useLayoutEffect(() => {
    if (goesTo.current === null) return
    element.current?.setSelectionRange(goesTo.current, goesTo.current)
    setCaret(goesTo.current)
    goesTo.current = null
  })
  const list = useSuggestions<string>({
    token: isTyping && asked ? line : null,
    found,
    isTypedOut: (name) => name === line.typed || (many && line.typed === ''),
    choose: (name) => {
      const done = withLine(text, line, name)
      goesTo.current = done.caret
      setAsked(false)
      onText(done.text)
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab always moves to the next field with the typed text.
    if (event.key !== 'Tab' && list.onKey(event)) return
    const opens = event.key === 'ArrowDown' && !list.open && (!many || event.altKey)
    if (!opens) return
    event.preventDefault()
    setAsked(true)
  }
  const box = {
    ...heard,
    ref: (made: Box | null) => {
      element.current = made
    },
    value: text,
    onText: (next: string) => {
      setAsked(true)
      // The box says where its caret is only after this.
      setCaret(element.current?.selectionStart ?? next.length)
      onText(next)
    },
    onKeyDown,
    onSelect: (event: SyntheticEvent<Box>) => setCaret(event.currentTarget.selectionStart ?? 0),
    ...(list.open ? { 'aria-controls': list.id, 'aria-activedescendant': optionId(list.id, list.at) } : {}),
    'aria-autocomplete': 'list' as const,
  }
  const toggle = () => {
    element.current?.focus()
    setAsked(!list.open)
  }
  return { box, list, found, none, problem, toggle }
}
