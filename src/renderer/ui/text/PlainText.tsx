import { useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import { useNumbers } from '../base/numbers.ts'
import { Button } from '../controls/Button.tsx'
import { ForeignText } from './ForeignText.tsx'

/** Characters shown at first, and added by each "show more". */
const STEP = 20_000

/** Text without any meaning of its marks. Of a long one the beginning is shown, and more on request. */
export function PlainText({ text, className }: { readonly text: string; readonly className?: string }) {
  const t = useText()
  const numbers = useNumbers()
  const [most, setMost] = useState(STEP)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls, also by keyboard
    <div tabIndex={0} className={classNames('focus-visible:outline-offset-[-2px]', className)}>
      <pre className="whitespace-pre-wrap break-words plain-code text-sm">
        <ForeignText text={text.slice(0, most)} lines prose />
      </pre>
      {text.length > most ? (
        <Button size="small" look="ghost" className="mt-1 -ml-2" onClick={() => setMost(most + STEP)}>
          {t('ui.plain.more', { shown: numbers.whole(most), all: numbers.whole(text.length) })}
        </Button>
      ) : null}
    </div>
  )
}
