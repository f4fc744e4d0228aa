import { classNames } from '../base/class-names.ts'

type DrawnTextProps = {
  readonly text: string
  readonly className?: string
  /** Whether a screen reader reads the words here; otherwise the description of the control has them. */
  readonly spoken?: boolean
}

/** Shows text by style next to a label or text, without being part of it. */
export function DrawnText({ text, className, spoken = false }: DrawnTextProps) {
  return (
    <span
      {...(spoken ? { role: 'img', 'aria-label': text } : { 'aria-hidden': true })}
      data-text={text}
      className={classNames('before:content-[attr(data-text)]', className)}
    />
  )
}
