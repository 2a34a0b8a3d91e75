// The texts of the pages in the phone's language.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

/** The language of a phone that has not chosen one. */
export function likelyLanguage(wanted = navigator.languages || [navigator.language || "en"]) {
  for (const tag of wanted) {
    const code = tag.slice(0, 2).toLowerCase();
    if (LANGUAGES[code]) return code;
  }
  return "en";
}

export class Words {
  #texts = {};
  language = "en";

  get loaded() {
    return Object.keys(this.#texts).length > 0;
  }

  /** Fetches the texts of a language; throws without a connection, and keeps what it has. */
  async load(language) {
    const answer = await fetch(`/words/${language}.json`);
    if (!answer.ok) throw new Error(`no words: ${answer.status}`);
    this.#texts = await answer.json();
    this.language = language;
    document.documentElement.lang = language;
  }

  /** A text with its `{names}` filled in. */
  say(key, args = {}) {
    return this.parts(key, args).join("");
  }

  /** The same as a list, for names that stand for elements. */
  parts(key, args) {
    const text = this.#texts[`phone.${key}`] ?? key;
    return text.split(/\{(\w+)\}/).map((part, n) => (n % 2 ? args[part] ?? "" : part));
  }
}

/** Seconds as a clock shows them: 9:41. */
export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
