// Button box and dice reader for TTL/1. Wiring: ../README.md; language: docs/build/protocol.md.
const char WHO[] = "ttl/1 buttonbox 1.0", CAPS[] = "btn:4,roll:6,led:1,ack";
const uint8_t BUTTONS[] = {2, 3, 4, 5}, FACES[] = {A0, A1, A2, A3, A4, A5}, LAMP = LED_BUILTIN;
const unsigned long BOUNCE = 10, LIFTED = 150, SETTLED = 400, REPEAT = 300, QUIET = 1000;  // ms
uint16_t boot, seq, rollSeq;
uint8_t held, lies, repeats, length;
bool inTheAir;
unsigned long since[sizeof BUTTONS], moved, rolled, spoke;
char line[72], roll[32], heard[16];

void say(const char *body) {  // "$", the body, its CRC-8
  uint8_t crc = 0;
  for (const char *c = body; *c; c++) {
    crc ^= *c;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc << 1 ^ (crc & 0x80 ? 0x07 : 0);
  }
  char end[6];
  snprintf(end, sizeof end, "*%02X\r\n", crc);
  Serial.print('$'), Serial.print(body), Serial.print(end);
  spoke = millis();
}
void hello() { snprintf(line, sizeof line, "0 HELLO %s %04x %s", WHO, boot, CAPS), say(line); }
void next() { seq = seq == 65535 ? 1 : seq + 1; }
void obey() {  // one line of the host is in `heard`
  if (heard[0] == '?') hello();
  if (heard[0] == 'A' && strtoul(heard + 1, 0, 10) == rollSeq) repeats = 0;
  if (heard[0] == 'L') digitalWrite(LAMP, length > 6 ? !strstr(heard, "000000") : atoi(heard + 1));
}
void setup() {
  for (uint8_t i = 0; i < 16; i++) boot = boot * 31 + analogRead(A0);  // noise, until it is wired
  for (uint8_t pin : BUTTONS) pinMode(pin, INPUT_PULLUP);
  for (uint8_t pin : FACES) pinMode(pin, INPUT_PULLUP);
  pinMode(LAMP, OUTPUT);
  Serial.begin(115200);
  hello();
}
void loop() {
  while (Serial.available()) {
    char c = Serial.read();
    if (c != '\r' && c != '\n' && length < sizeof heard - 1) heard[length++] = c;
    if (c == '\r' || c == '\n') heard[length] = 0, obey(), length = 0;
  }
  unsigned long now = millis();
  for (uint8_t i = 0; i < sizeof BUTTONS; i++) {  // an edge is said at once, then it may bounce
    if (bitRead(held, i) == !digitalRead(BUTTONS[i]) || now - since[i] < BOUNCE) continue;
    since[i] = now, held ^= 1 << i, next();
    snprintf(line, sizeof line, "%u BTN %02X %02X %lu", seq, held, 1 << i, now), say(line);
  }
  uint8_t faces = 0;  // one switch for each face of the die; none while it is in the air
  for (uint8_t i = 0; i < 6; i++) faces |= !digitalRead(FACES[i]) << i;
  if (!lies && now - moved >= LIFTED) inTheAir = true;
  if (faces != lies) lies = faces, moved = now;
  if (inTheAir && lies && !(lies & (lies - 1)) && now - moved >= SETTLED) {
    inTheAir = false, next(), rollSeq = seq, repeats = 6, rolled = now;
    snprintf(roll, sizeof roll, "%u ROLL d6 %d %lu", seq, ffs(lies), now), say(roll);
  } else if (repeats && now - rolled >= REPEAT) repeats--, rolled = now, say(roll);
  if (now - spoke < QUIET) return;
  snprintf(line, sizeof line, "%u BEAT %02X %lu", seq, held, now), say(line);
}
