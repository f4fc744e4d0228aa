import { useEffect, useRef, useState } from 'react'

type MathematicsProps = { readonly text: string; readonly display?: boolean }

/** A formula. Until it is set, and when it cannot be, its source stands there. */
export function Mathematics({ text, display = false }: MathematicsProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    import('./mathematics-markup.ts')
      .then(({ mathematicsMarkup }) => {
        if (!wanted) return
        place.current?.replaceChildren(mathematicsMarkup(text, display))
        setShown(text)
      })
      // A formula that cannot be set stays as its source, which is what it was before.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [text, display])
  return (
    <span className={display ? 'block overflow-x-auto py-1 text-center' : ''}>
      <span ref={place} />
      {shown === text ? null : <code className="plain-code text-sm">{text}</code>}
    </span>
  )
}
