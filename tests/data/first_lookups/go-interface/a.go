// Comes before the table's file, and hides from Go that it needs the table.
package main

import "fmt"

type slider interface{ lookUp() uint64 }

type queen struct{}

func (queen) lookUp() uint64 {
	return QueenAttacks(0, 0)
}

var hidden slider = queen{}
var variable = hidden.lookUp()

func main() {
	fmt.Println(variable)
}
