import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { breakable } from '../ui/text/breakable.tsx'
import { useMarkdownTools } from './tools.ts'

type MathematicsProps = { readonly text: string; readonly display?: boolean }

/** Whether formulas are set here. Where there are too many of them, all stay source. */
export const FormulasContext = createContext(true)

/** A formula. Until it is set, and when it cannot be, its source is shown. */
export function Mathematics({ text, display = false }: MathematicsProps) {
  const { setFormula } = useMarkdownTools()
  const isSet = useContext(FormulasContext)
  const place = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (!isSet) return
    return setFormula(text, display, (markup) => {
      if (markup === null) return
      place.current?.replaceChildren(markup)
      setShown(text)
    })
  }, [text, display, isSet, setFormula])
  return (
    <span className={display ? 'block overflow-x-auto py-1 text-center' : ''}>
      <span ref={place} />
      {shown === text ? null : <code className="plain-code text-sm">{breakable(text)}</code>}
    </span>
  )
}
