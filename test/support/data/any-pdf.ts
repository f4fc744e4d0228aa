/** A small PDF with these lines on its one page. `locked`: it wants a password nobody knows. */
export function pdfWith(lines: readonly string[], { locked = false } = {}): Buffer {
  const id = '00'.repeat(16)
  const keys = `/O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4`
  const lock = `/ID [<${id}> <${id}>] /Encrypt << /Filter /Standard /V 1 /R 2 ${keys} >>`
  return pdfOf([lines], locked ? lock : '')
}

/** A PDF with so many pages, each with its number on it. */
export function pagesPdf(count: number): Buffer {
  return pdfOf(Array.from({ length: count }, (_, at) => [`Page ${at + 1}`]))
}

function pdfOf(pages: readonly (readonly string[])[], trailer = ''): Buffer {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, at) => pageOf(lines, 5 + at * 2)),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${count} /Root 1 0 R ${trailer}>>\nstartxref\n${end}\n%%EOF`
  return Buffer.from(text, 'latin1')
}

/** A page and its content, which is the object with this number. */
function pageOf(lines: readonly string[], content: number): readonly string[] {
  const shown = lines.map((line) => `(${line}) Tj T*`).join(' ')
  const stream = `BT /F1 12 Tf 72 720 Td 14 TL ${shown} ET`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
}
