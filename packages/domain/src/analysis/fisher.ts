/**
 * How probable it is that as many of a group have a mark, or more, where marks fall on all alike: Fisher's exact test
 * with one side.
 * @param marked of the group that have it; not more than `size`
 * @param allMarked of the group and the others together
 * @param all the group and the others; at least 1
 */
export function fisherAtLeast(marked: number, size: number, allMarked: number, all: number): number {
  let sum = 0
  const ways = logChoose(all, size)
  for (let count = marked; count <= Math.min(size, allMarked); count++)
    if (size - count <= all - allMarked)
      sum += Math.exp(logChoose(allMarked, count) + logChoose(all - allMarked, size - count) - ways)
  return Math.min(1, sum)
}

function logChoose(of: number, count: number): number {
  return logFactorial(of) - logFactorial(count) - logFactorial(of - count)
}

const logFactorials: number[] = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next))
  return logFactorials[n] as number
}
