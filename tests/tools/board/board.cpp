// The board itself. It obeys the lines of the standard input and ends each answer with a dot:
// "run MS", "pin PIN LEVEL", "mash PIN TIMES" (11 ms apart), "host TEXT".
#include "Arduino.h"

Line Serial;
static unsigned long now;
static int pins[PINS];

unsigned long millis() { return now; }
int analogRead(int pin) { return (pin * 7919 + 31) & 1023; }
int digitalRead(int pin) { return pins[pin]; }
void digitalWrite(int pin, int level) { printf("pin %d %d\n", pin, level); }
void pinMode(int, int) {}

static void run(unsigned long ms) {
  for (; ms; ms--) now++, loop();
}

int main(int, char **arguments) {
  for (int &pin : pins) pin = HIGH;
  for (int pin = atoi(arguments[1]); pin;) pins[pin] = LOW, pin = 0;  // 0: nothing is closed
  setup();
  char words[200];
  int pin, number;
  while (puts("."), fflush(stdout), fgets(words, sizeof words, stdin)) {
    if (sscanf(words, "run %d", &number) == 1) run(number);
    if (sscanf(words, "pin %d %d", &pin, &number) == 2) pins[pin] = number, loop();
    if (sscanf(words, "mash %d %d", &pin, &number) == 2)
      for (; number; number--) pins[pin] = !pins[pin], run(11);
    if (!strncmp(words, "host ", 5)) {
      for (const char *c = words + 5; *c; c++) Serial.heard.push_back(*c);
      loop();
    }
  }
}
