// Keyboards produce apostrophes, quotes and hyphens differently. `marks` are accents and invisible
// characters.
const apostrophes = /[\u2018-\u201B\u02B9-\u02BF\u02C8\u02CA\u02CB`\u00B4\u2032\u2035]/g;
const quotes = /[\u201C-\u201F\u00AB\u00BB\u2033]/g;
const hyphens = /[\u2010-\u2015\u2043\u2212]/g;
const marks = /[\p{Mn}\p{Cf}]/gu;

/**
 * Normalises a text for comparison in searches: lower case, without accents and invisible
 * characters. Same rules as the server's `fold`, for searches that run only in the browser.
 */
export const fold = (text: string) =>
  text
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(hyphens, '-')
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replace(/[\s_]+/g, ' ')
    .trim();
