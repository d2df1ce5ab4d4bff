import { readFileSync } from 'node:fs'

/** Answers of the service: the servers that it is compared with send the same bytes. */
export interface Answers {
  apiKey: string
  booking: { id: string }
  page: { results: { id: string }[]; total_count: number; total_pages: number; current_page: number }
  payment: { id: string }
}

/** The answers that the benchmark has written to the file which `BENCH_ANSWERS` names. */
export function readAnswers(): Answers {
  return JSON.parse(readFileSync(process.env['BENCH_ANSWERS'] ?? '', 'utf8')) as Answers
}
