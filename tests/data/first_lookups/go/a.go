// Comes before the table's file.
package main

import "fmt"

var variable = QueenAttacks(0, 0)
var functions = map[string]func() uint64{"look up": func() uint64 { return QueenAttacks(0, 0) }}
var throughMap = functions["look up"]()
var throughMethod = sliders{}.lookUp()

var inGoroutine = func() uint64 {
	found := make(chan uint64)
	go func() { found <- QueenAttacks(0, 0) }()
	return <-found
}()

var inInit uint64

func init() {
	inInit = QueenAttacks(0, 0)
}

type sliders struct{}

func (sliders) lookUp() uint64 {
	return QueenAttacks(0, 0)
}

func main() {
	for _, found := range [5]uint64{variable, throughMap, throughMethod, inGoroutine, inInit} {
		if found != 0x81412111090503fe {
			panic("wrong")
		}
	}
	fmt.Println("right")
}
