import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ctx = Buffer.alloc(8);
  ctx.writeUInt32BE(data.length, 0);
  ctx.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ctx.subarray(0, 4), body, ctx.subarray(4)]);
}

const SIDE = 96;

/** A logo as a valid PNG: a white ring on a colour (red, green and blue from 0 to 255). */
export function logoOf(color: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits a channel, true colour.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const pixels = Array.from({ length: SIDE }, (__, x) => {
      const far = Math.hypot(x - SIDE / 2, y - SIDE / 2);
      return far > 20 && far < 34 ? [255, 255, 255] : color;
    });
    return [0, ...pixels.flat()];
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A valid PDF of one page with one line of text. */
export function pdfOf(line: string): Buffer {
  const content = `BT /F1 18 Tf 40 100 Td (${line.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, '0');
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${offset} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
