// The connection to the table, which is made again whenever it is lost.

const BACK_OFF = [0.3, 1, 2, 4, 8];
const PING_SECONDS = 10;
const ANSWER_SECONDS = 5;
const WAKE_SECONDS = 2;
const CONNECT_SECONDS = 6;

/** What a phone remembers, where the browser lets it. */
export class Memory {
  #kept = {};

  constructor() {
    try {
      this.#kept = JSON.parse(localStorage.getItem("tabletop")) || {};
    } catch {
      // Private windows may refuse, and other programs may have written there.
    }
  }

  get(name) {
    return this.#kept[name];
  }

  set(values) {
    Object.assign(this.#kept, values);
    try {
      localStorage.setItem("tabletop", JSON.stringify(this.#kept));
    } catch {
      // It is remembered until the page is closed.
    }
  }
}

/** One phone's connection.
 *
 *  `onMessage(message)` gets what the server says, `onChange()` is called whenever `state` changes:
 *  "idle", "connecting", "open", "lost" (it tries again at `retryAt`) or "ended" (it does not). */
export class Connection {
  state = "idle";
  lostAt = 0;
  retryAt = 0;
  #socket = null;
  #hello = null;
  #tries = 0;
  #timer = 0;
  #pings = 0;
  #deadline = 0;
  #heard = 0;

  constructor(onMessage, onChange) {
    this.onMessage = onMessage;
    this.onChange = onChange;
    setInterval(() => this.#beat(), PING_SECONDS * 1000);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", () => this.wake());
  }

  /** Connects; `hello` makes the fields of the first message, again for every try. */
  start(hello) {
    this.#hello = hello;
    this.#tries = 0;
    this.#connect();
  }

  /** Ends the connection for good. */
  end() {
    this.#drop();
    this.#hello = null;
    this.#set("ended");
  }

  /** Tries at once, or asks whether the other side is still there: phones drop sockets in sleep. */
  wake() {
    if (this.state === "lost") this.#connect();
    else if (this.state === "open") this.#ping(WAKE_SECONDS);
  }

  /** Sends a message; false if there is no connection, and then it is not sent later either. */
  send(type, fields = {}) {
    if (this.state !== "open") return false;
    this.#socket.send(JSON.stringify({ type, ...fields }));
    return true;
  }

  #connect() {
    this.#drop();
    if (!this.#hello) return;
    this.#set(this.lostAt ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.retryAt = 0;
    this.#timer = setTimeout(() => this.#lost(), CONNECT_SECONDS * 1000);
    socket.onopen = () => {
      if (socket === this.#socket) socket.send(JSON.stringify({ type: "Connect", ...this.#hello() }));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #receive(data) {
    this.#heard = Date.now();
    const message = JSON.parse(data);
    if (message.type === "Welcome") {
      clearTimeout(this.#timer);
      this.#tries = 0;
      this.lostAt = 0;
      this.#set("open");
    } else if (message.type === "Refused") {
      this.end();
    }
    if (message.type !== "Pong") this.onMessage(message);
  }

  #lost() {
    this.#drop();
    this.lostAt ||= Date.now();
    const wait = BACK_OFF[Math.min(this.#tries, BACK_OFF.length - 1)];
    this.#tries += 1;
    this.retryAt = Date.now() + wait * 1000;
    this.#timer = setTimeout(() => this.#connect(), wait * 1000);
    this.#set("lost");
  }

  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.close();
  }

  #beat() {
    if (this.state === "open" && document.visibilityState === "visible") this.#ping(ANSWER_SECONDS);
  }

  #ping(seconds) {
    const asked = Date.now();
    this.send("Ping", { number: ++this.#pings });
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      if (this.state === "open" && this.#heard < asked) this.#lost();
    }, seconds * 1000);
  }

  #set(state) {
    this.state = state;
    this.onChange();
  }
}
