import 'katex/dist/katex.min.css'
import DOMPurify from 'dompurify'
import katex from 'katex'

/** Sets a formula. It throws on a formula that cannot be read. */
export function mathematicsMarkup(source: string, display: boolean): DocumentFragment {
  const markup = katex.renderToString(source, {
    displayMode: display,
    trust: false,
    strict: 'ignore',
    maxSize: 20,
    maxExpand: 300,
  })
  return DOMPurify.sanitize(markup, {
    USE_PROFILES: { html: true, mathMl: true, svg: true },
    RETURN_DOM_FRAGMENT: true,
  })
}
