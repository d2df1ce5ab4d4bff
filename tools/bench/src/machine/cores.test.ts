import { expect, it } from 'vitest'
import { parseCoreList } from './cores.ts'

it.each([
  ['0', [0]],
  [' 0,1\n', [0, 1]],
  ['0,2-4,7', [0, 2, 3, 4, 7]],
])('reads %j', (text, cores) => expect(parseCoreList(text)).toEqual(cores))
