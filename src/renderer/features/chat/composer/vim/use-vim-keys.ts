import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApp, useChat } from '../../chat-context.ts'
import { VIM_START, type VimState, vimKey } from './vim-keys.ts'

type Box = {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly setText: (text: string) => void
}

/** Handles the keys of the message box in the manner of Vim, when the person chose so. */
export function useVimKeys({ box, text, setText }: Box) {
  const isOn = useApp((state) => state.settings.vimKeys)
  const [state, setState] = useState<VimState>(VIM_START)
  const { app } = useChat()
  const vimMode = isOn ? (state.mode === 'insert' ? 'INSERT' : 'NORMAL') : null
  useEffect(() => {
    app.setVimMode(vimMode)
    return () => app.setVimMode(null)
  }, [app, vimMode])
  // React puts the cursor at the end of a changed text.
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    const field = box.current
    if (field === null || caret.current === null || field.value !== text) return
    placeCaret(field, caret.current)
    caret.current = null
  }, [box, text])
  return {
    /** Null where keys do what they always do. */
    mode: isOn ? state.mode : null,
    /** Letters go into the text again: the message was sent. */
    reset: () => setState({ ...state, mode: 'insert', pending: '' }),
    /** True when the key was for this. */
    onKey: (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
      if (!isOn || event.nativeEvent.isComposing || event.keyCode === 229) return false
      const isEscape = event.key === '[' && event.ctrlKey && !event.altKey && !event.metaKey
      if (!isEscape && (event.ctrlKey || event.altKey || event.metaKey)) return false
      const field = event.currentTarget
      const before = { text: field.value, caret: field.selectionStart }
      const result = vimKey(state, before, isEscape ? 'Escape' : event.key)
      if (result === null) return false
      event.preventDefault()
      setState(result.state)
      if (result.field.text === before.text) placeCaret(field, result.field.caret)
      else {
        caret.current = result.field.caret
        setText(result.field.text)
      }
      return true
    },
  }
}

/** Sets the cursor and brings its line into view, which browsers do only for keys of their own. */
function placeCaret(field: HTMLTextAreaElement, caret: number): void {
  field.setSelectionRange(caret, caret)
  if (field.scrollHeight <= field.clientHeight) return
  const share = field.value.slice(0, caret).split('\n').length / field.value.split('\n').length
  const middle = share * field.scrollHeight
  if (middle < field.scrollTop || middle > field.scrollTop + field.clientHeight)
    field.scrollTop = middle - field.clientHeight / 2
}
